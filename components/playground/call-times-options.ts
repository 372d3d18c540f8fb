import { queryOptions, skipToken } from '@tanstack/react-query';
import { z } from 'zod';
import { receiptSchema } from '../../lib/receipt.ts';
import { fetchJson } from '../fetch-json.ts';

/** Of a receipt, how long the API took. */
const receiptTimes = z.object({ upstream: receiptSchema.shape.upstream });

export function callTimesOptions(callId: string | null) {
  return queryOptions({
    queryKey: ['calls', callId, 'times'],
    queryFn:
      callId === null
        ? skipToken
        : ({ signal }) => fetchJson(`/api/calls/${encodeURIComponent(callId)}`, receiptTimes, signal),
    retry: false,
  });
}

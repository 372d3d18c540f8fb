import { queryOptions, skipToken } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { fetchJson } from '../fetch-json.ts';

/** Of a receipt, how long the API took. */
const receiptTimes = z.object({ upstream: z.nullable(z.object({ totalMs: z.int() })) });

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

import { queryOptions, skipToken } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { settlingDelayMs } from '../../lib/view/playground/settling-delay.ts';
import { fetchJson } from '../fetch-json.ts';

/** The fields of a receipt that the playground shows. */
const receiptSummary = z.object({
  state: z.string(),
  charged: z.int(),
  upstream: z.nullable(z.object({ totalMs: z.int() })),
});

/** Polls until the call is settled: a reply of more than 1 MiB ends before its charge is known. */
export function callReceiptOptions(callId: string | null) {
  return queryOptions({
    queryKey: ['calls', callId, 'summary'],
    queryFn:
      callId === null
        ? skipToken
        : ({ signal }) => fetchJson(`/api/calls/${encodeURIComponent(callId)}`, receiptSummary, signal),
    retry: false,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      data !== undefined && data.state !== 'dispatched'
        ? false
        : settlingDelayMs(dataUpdateCount + errorUpdateCount),
  });
}

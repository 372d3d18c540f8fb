import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { fetchJson } from '../fetch-json.ts';

/** The page of calls lists all of them. */
const mostCalls = 5;
/** Polls for running calls to end. */
const runningMs = 3_000;

/** The part of `lib/call/call-list.ts` that is shown here, in zod/mini. */
const lastCalls = z.object({
  list: z.array(
    z.object({
      id: z.string(),
      state: z.string(),
      outcome: z.nullable(z.string()),
      problem: z.nullable(z.string()),
      upstreamStatus: z.nullable(z.int()),
      charged: z.int(),
      startedAt: z.string(),
    }),
  ),
  total: z.int(),
});

export type LastCall = z.output<typeof lastCalls>['list'][number];

export function lastCallsOptions(slug: string) {
  return queryOptions({
    queryKey: ['calls', 'of-product', slug],
    queryFn: ({ signal }) =>
      fetchJson(
        `/api/calls?${new URLSearchParams({ product: slug, pageSize: String(mostCalls) })}`,
        lastCalls,
        signal,
      ),
    refetchInterval: ({ state }) =>
      state.data?.list.some((call) => call.state === 'dispatched') ? runningMs : false,
  });
}

import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { fetchJson } from '../fetch-json.ts';

/** As many as are seen at a glance; the page of calls has all of them. */
const mostCalls = 5;
/** How often it is looked whether a running call has ended. */
const runningMs = 3_000;

/** Of `lib/call/call-list.ts`, what is shown of a call, in the small edition of zod. */
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

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { fetchJson } from '../fetch-json.ts';

const provider = z.object({ name: z.string() });
const found = z.object({
  list: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      deprecated: z.optional(z.literal(true)),
      provider,
      /** Only an API has operations. A product may belong to an API. */
      operations: z.optional(z.int()),
      api: z.optional(z.object({ name: z.string() })),
    }),
  ),
  /** What to try. Only if a search finds nothing. */
  instead: z.optional(
    z.object({
      words: z.array(z.string()),
      products: z.array(z.object({ slug: z.string(), name: z.string() })),
    }),
  ),
});

const foundCalls = z.object({
  list: z.array(
    z.object({
      id: z.string(),
      product: z.object({ name: z.string() }),
      charged: z.int(),
      startedAt: z.string(),
    }),
  ),
});

export function catalogueFoundOptions(words: string) {
  const parameters = new URLSearchParams({ pageSize: '8', q: words });
  return queryOptions({
    queryKey: ['public', 'palette', words],
    queryFn: ({ signal }) => fetchJson(`/api/catalogue?${parameters}`, found, signal),
    placeholderData: keepPreviousData,
  });
}

export function recentCallsOptions() {
  return queryOptions({
    queryKey: ['palette', 'calls'],
    queryFn: ({ signal }) => fetchJson('/api/calls?pageSize=20', foundCalls, signal),
    // Calls may have been made since the palette was last open.
    staleTime: 0,
  });
}

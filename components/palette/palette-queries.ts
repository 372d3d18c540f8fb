import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { fetchJson } from '../fetch-json.ts';

const foundProducts = z.object({
  list: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      provider: z.object({ name: z.string() }),
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

export function productsFoundOptions(words: string) {
  const parameters = new URLSearchParams({ view: 'card', pageSize: '8', q: words });
  return queryOptions({
    queryKey: ['palette', 'products', words],
    queryFn: ({ signal }) => fetchJson(`/api/product/list?${parameters}`, foundProducts, signal),
    placeholderData: keepPreviousData,
  });
}

export function recentCallsOptions() {
  return queryOptions({
    queryKey: ['palette', 'calls'],
    queryFn: ({ signal }) => fetchJson('/api/calls?pageSize=20', foundCalls, signal),
    // A call may have been made since the palette was last open.
    staleTime: 0,
  });
}

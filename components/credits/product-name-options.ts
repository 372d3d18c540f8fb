import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { fetchJson } from '../fetch-json.ts';

const named = z.object({ slug: z.string(), name: z.string() });

/** The usage endpoint has only ids of products. */
export function productNameOptions(id: string) {
  return queryOptions({
    queryKey: ['product-name', id],
    queryFn: ({ signal }) => fetchJson(`/api/product/info?id=${encodeURIComponent(id)}`, named, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

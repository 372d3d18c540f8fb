import { queryOptions } from '@tanstack/react-query';
import { fetchJson } from '../fetch-json.ts';

/** The usage endpoint has only ids of products. */
export function productNameOptions(id: string) {
  return queryOptions({
    queryKey: ['product-name', id],
    queryFn: async ({ signal }) => {
      const { slug, name } = await fetchJson('GET /api/product/info', { query: { id }, signal });
      return { slug, name };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

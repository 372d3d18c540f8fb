import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetching, fetchJson } from '../fetch-json.ts';

export const entriesPageSize = 20;

/** The balance and a page of ledger entries. */
export function entriesOptions(page: number, pageSize: number) {
  return queryOptions({
    queryKey: ['credits', page, pageSize],
    queryFn: fetching('GET /api/credits', { query: { page: String(page), pageSize: String(pageSize) } }),
    placeholderData: keepPreviousData,
  });
}

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

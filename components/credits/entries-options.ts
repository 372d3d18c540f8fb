import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetching } from '../fetch-json.ts';

export const entriesPageSize = 20;

/** The balance and a page of ledger entries. */
export function entriesOptions(page: number, pageSize: number) {
  return queryOptions({
    queryKey: ['credits', page, pageSize],
    queryFn: fetching('GET /api/credits', { query: { page: String(page), pageSize: String(pageSize) } }),
    placeholderData: keepPreviousData,
  });
}

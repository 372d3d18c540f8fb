import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { creditAccount } from '../../lib/account/credit-account.ts';
import { fetchJson } from '../fetch-json.ts';

export const entriesPageSize = 20;

/** The balance and a page of ledger entries. */
export function entriesOptions(page: number, pageSize: number) {
  return queryOptions({
    queryKey: ['credits', page, pageSize],
    queryFn: ({ signal }) =>
      fetchJson(`/api/credits?page=${page}&pageSize=${pageSize}`, creditAccount, signal),
    placeholderData: keepPreviousData,
  });
}

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { creditAccount } from '../../lib/credit-account.ts';
import { fetchJson } from '../fetch-json.ts';

export const entriesPageSize = 20;

export function creditsOptions(page: number) {
  return queryOptions({
    queryKey: ['credits', page],
    queryFn: ({ signal }) =>
      fetchJson(`/api/credits?page=${page}&pageSize=${entriesPageSize}`, creditAccount, signal),
    placeholderData: keepPreviousData,
  });
}

const named = z.object({ slug: z.string(), name: z.string() });

/** The usage of credits tells products by their ids. */
export function productNameOptions(id: string) {
  return queryOptions({
    queryKey: ['product-name', id],
    queryFn: ({ signal }) => fetchJson(`/api/product/info?id=${encodeURIComponent(id)}`, named, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

import { queryOptions } from '@tanstack/react-query';
import { loadFetchers } from './load-fetchers.ts';

/**
 * What the caller can spend, on a product if one is named. Queries of ledger entries start with the same key, and are
 * invalidated with it.
 */
export function creditsOptions(product?: string) {
  return queryOptions({
    queryKey: ['credits', 'balance', product ?? ''],
    queryFn: async ({ signal }) => (await loadFetchers()).fetchCredits(product, signal),
  });
}

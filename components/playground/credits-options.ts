import { queryOptions } from '@tanstack/react-query';
import { loadFetchers } from './load-fetchers.ts';

/** The caller's balance. Queries of ledger entries start with the same key, and are invalidated with it. */
export function creditsOptions() {
  return queryOptions({
    queryKey: ['credits', 'balance'],
    queryFn: async ({ signal }) => (await loadFetchers()).fetchCredits(signal),
  });
}

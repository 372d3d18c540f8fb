import { queryOptions } from '@tanstack/react-query';
import { loadFetchers } from './load-fetchers.ts';

/** The owner of calls from this browser: an account id or `guest`. Another tab may sign in or out at any time. */
export function ownerOptions() {
  return queryOptions({
    queryKey: ['owner'],
    queryFn: async ({ signal }) => (await loadFetchers()).fetchOwner(signal),
    staleTime: 0,
  });
}

import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { keptCalls } from './kept-calls.ts';
import { ownerOptions } from './owner-options.ts';

/** The calls of a product whose replies this browser keeps for whoever is signed in. */
export function keptCallsOptions(slug: string, client: QueryClient) {
  return queryOptions({
    queryKey: ['calls', 'kept', slug],
    queryFn: async () => keptCalls(slug, await client.fetchQuery(ownerOptions())),
    gcTime: 0,
  });
}

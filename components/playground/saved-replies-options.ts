import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { savedReplies } from './saved-replies.ts';
import { ownerOptions } from './owner-options.ts';

/** Stored replies of a product, for the current caller. */
export function savedRepliesOptions(slug: string, client: QueryClient) {
  return queryOptions({
    queryKey: ['calls', 'saved', slug],
    queryFn: async () => savedReplies(slug, await client.fetchQuery(ownerOptions())),
    gcTime: 0,
  });
}

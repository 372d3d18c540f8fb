import { queryOptions } from '@tanstack/react-query';
import { loadFetchers } from './load-fetchers.ts';

/** Whether the product is online. The rest of the product stays as the server rendered it. */
export function productStatusOptions(slug: string) {
  return queryOptions({
    queryKey: ['public', 'product', slug],
    queryFn: async ({ signal }) => (await loadFetchers()).fetchStatus(slug, signal),
  });
}

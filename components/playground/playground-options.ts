import { queryOptions } from '@tanstack/react-query';
import { loadFetchers } from './load-fetchers.ts';

/** A template version never changes, so the data stays fresh until the page is reloaded. */
export function playgroundOptions(slug: string) {
  return queryOptions({
    queryKey: ['public', 'playground', slug],
    queryFn: async ({ signal }) => (await loadFetchers()).fetchPlayground(slug, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Whether the product is online. The rest of the product stays as the server rendered it. */
export function productStatusOptions(slug: string) {
  return queryOptions({
    queryKey: ['public', 'product', slug],
    queryFn: async ({ signal }) => (await loadFetchers()).fetchStatus(slug, signal),
  });
}

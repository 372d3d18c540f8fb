import { queryOptions } from '@tanstack/react-query';
import { loaded } from '../loaded.ts';

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

/** The owner of calls from this browser: an account id or `guest`. Another tab may sign in or out at any time. */
export function ownerOptions() {
  return queryOptions({
    queryKey: ['owner'],
    queryFn: async ({ signal }) => (await loadFetchers()).fetchOwner(signal),
    staleTime: 0,
  });
}

/** The server renders the first responses, so the code that loads others comes later. */
export function loadFetchers(): Promise<typeof import('./fetchers.ts')> {
  return loaded(import('./fetchers.ts'));
}

export function loadInputParts(): Promise<typeof import('./input/input-parts.ts')> {
  return loaded(import('./input/input-parts.ts'));
}

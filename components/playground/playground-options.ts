import { queryOptions } from '@tanstack/react-query';
import { loaded } from '../loaded.ts';

/** A version of a template never changes; what is shown stays until the page is opened anew. */
export function playgroundOptions(slug: string) {
  return queryOptions({
    queryKey: ['playground', slug],
    queryFn: async ({ signal }) => (await loaded(import('./ask-playground.ts'))).askPlayground(slug, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

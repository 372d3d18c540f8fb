import { queryOptions } from '@tanstack/react-query';
import { loaded } from '../loaded.ts';

/** A template version never changes, so the data stays fresh until the page is reloaded. */
export function playgroundOptions(slug: string) {
  return queryOptions({
    queryKey: ['public', 'playground', slug],
    queryFn: async ({ signal }) =>
      (await loaded(import('./fetch-playground.ts'))).fetchPlayground(slug, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

import { queryOptions } from '@tanstack/react-query';
import { playgroundDetailSchema } from '../../lib/playground-result.ts';
import { fetchJson } from '../fetch-json.ts';

/** A version of a template never changes; what is shown stays until the page is opened anew. */
export function playgroundOptions(slug: string) {
  return queryOptions({
    queryKey: ['playground', slug],
    queryFn: ({ signal }) =>
      fetchJson(
        `/api/product/playground?id=${encodeURIComponent(slug)}&detail=full`,
        playgroundDetailSchema,
        signal,
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

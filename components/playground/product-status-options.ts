import { queryOptions } from '@tanstack/react-query';
import { loadAnswers } from './load-answers.ts';

/** Whether it is online still: the rest of a product stands on its page as the server wrote it. */
export function productStatusOptions(slug: string) {
  return queryOptions({
    queryKey: ['product', slug],
    queryFn: async ({ signal }) => (await loadAnswers()).askStatus(slug, signal),
  });
}

import { queryOptions } from '@tanstack/react-query';
import { loadAnswers } from './load-answers.ts';

/** What the caller has. Whatever lists entries asks under the same first word of the key, and is renewed with it. */
export function creditsOptions() {
  return queryOptions({
    queryKey: ['credits', 'balance'],
    queryFn: async ({ signal }) => (await loadAnswers()).askCredits(signal),
  });
}

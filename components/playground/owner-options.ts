import { queryOptions } from '@tanstack/react-query';
import { loadAnswers } from './load-answers.ts';

/** Whose calls the browser makes: the id of an account, or `guest`. Another tab may sign in or out at any time. */
export function ownerOptions() {
  return queryOptions({
    queryKey: ['owner'],
    queryFn: async ({ signal }) => (await loadAnswers()).askOwner(signal),
    staleTime: 0,
  });
}

import { queryOptions } from '@tanstack/react-query';
import { loaded } from '../loaded.ts';

/** The session of the browser. Every page shows it, so the schema that reads it is loaded only when it is asked for. */
export function sessionOptions() {
  return queryOptions({
    queryKey: ['session'],
    queryFn: async ({ signal }) => (await loaded(import('./ask-session.ts'))).askSession(signal),
  });
}

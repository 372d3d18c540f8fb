import { queryOptions } from '@tanstack/react-query';
import { loaded } from '../loaded.ts';

/** The browser's session. Its schema is loaded on demand, because every page shows the session. */
export function sessionOptions() {
  return queryOptions({
    queryKey: ['session'],
    queryFn: async ({ signal }) => (await loaded(import('./fetch-session.ts'))).fetchSession(signal),
  });
}

import { queryOptions } from '@tanstack/react-query';
import { sessionSchema } from '../../lib/session.ts';
import { fetchJson } from '../fetch-json.ts';

/** Who looks at the pages. */
export function sessionOptions() {
  return queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }) => fetchJson('/api/session', sessionSchema, signal),
  });
}

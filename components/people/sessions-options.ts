import { queryOptions } from '@tanstack/react-query';
import { sessionList } from '../../lib/account/people.ts';
import { fetchJson } from '../fetch-json.ts';

export function sessionsOptions() {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => fetchJson('/api/sessions', sessionList, signal),
  });
}

import { queryOptions } from '@tanstack/react-query';
import { alertList } from '../../lib/account/alerts.ts';
import { fetchJson } from '../fetch-json.ts';

/** The alerts of the account. */
export function alertsOptions() {
  return queryOptions({
    queryKey: ['alerts'],
    queryFn: ({ signal }) => fetchJson('/api/alerts', alertList, signal),
  });
}

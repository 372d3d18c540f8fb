import { queryOptions } from '@tanstack/react-query';
import { secondFactorState } from '../../lib/account/factors.ts';
import { fetchJson } from '../fetch-json.ts';

export function secondFactorOptions() {
  return queryOptions({
    queryKey: ['second-factor'],
    queryFn: ({ signal }) => fetchJson('/api/second-factor', secondFactorState, signal),
  });
}

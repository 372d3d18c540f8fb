import { queryOptions } from '@tanstack/react-query';
import { identityList } from '../../lib/account/identities.ts';
import { fetchJson } from '../fetch-json.ts';

export function identitiesOptions() {
  return queryOptions({
    queryKey: ['identities'],
    queryFn: ({ signal }) => fetchJson('/api/identities', identityList, signal),
  });
}

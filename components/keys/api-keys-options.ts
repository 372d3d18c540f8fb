import { queryOptions } from '@tanstack/react-query';
import { apiKeyList } from '../../lib/account/api-keys.ts';
import { fetchJson } from '../fetch-json.ts';

export function apiKeysOptions() {
  return queryOptions({
    queryKey: ['keys'],
    queryFn: ({ signal }) => fetchJson('/api/keys', apiKeyList, signal),
  });
}

import { queryOptions } from '@tanstack/react-query';
import { passkeyList } from '../../lib/account/passkeys.ts';
import { fetchJson } from '../fetch-json.ts';

export function passkeysOptions() {
  return queryOptions({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => fetchJson('/api/passkeys', passkeyList, signal),
  });
}

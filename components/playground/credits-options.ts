import { queryOptions } from '@tanstack/react-query';
import { creditAccount } from '../../lib/credit-account.ts';
import { fetchJson } from '../fetch-json.ts';

/** What the caller has. Whatever lists entries asks under the same first word of the key, and is renewed with it. */
export function creditsOptions() {
  return queryOptions({
    queryKey: ['credits', 'balance'],
    queryFn: ({ signal }) => fetchJson('/api/credits?pageSize=1', creditAccount, signal),
  });
}

import { queryOptions } from '@tanstack/react-query';
import { usage, type UsageKind } from '../../lib/account/usage.ts';
import { fetchJson } from '../fetch-json.ts';

/** The usage of the last 31 days by product, API key or member. */
export function usageOptions(by: UsageKind) {
  return queryOptions({
    queryKey: ['credits', 'usage', by],
    queryFn: ({ signal }) => fetchJson(`/api/usage?by=${by}`, usage, signal),
  });
}

import { queryOptions } from '@tanstack/react-query';
import { askingClient } from '../../lib/oauth/authorization.ts';
import { fetchJson } from '../fetch-json.ts';

/** `request`: the query of the page. */
export function askingClientOptions(request: string) {
  return queryOptions({
    queryKey: ['asking-client', request],
    queryFn: ({ signal }) => fetchJson(`/api/authorizations?${request}`, askingClient, signal),
    retry: false,
    // What somebody decides about stays as it is.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callPageParameters, type CallsView } from '../../lib/view/calls-view.ts';
import { fetching } from '../fetch-json.ts';

export function callListOptions(view: CallsView) {
  return queryOptions({
    queryKey: ['calls', view],
    queryFn: fetching('GET /api/calls', { query: callPageParameters(view) }),
    placeholderData: keepPreviousData,
  });
}

export const refusedPageSize = 20;

export function refusedCallsOptions(page: number) {
  const query = { page: String(page), pageSize: String(refusedPageSize) };
  return queryOptions({
    queryKey: ['refused-calls', page],
    queryFn: fetching('GET /api/calls/refused', { query }),
    placeholderData: keepPreviousData,
  });
}

export function refusedUsageOptions() {
  return queryOptions({
    queryKey: ['refused-usage'],
    queryFn: fetching('GET /api/usage/refused'),
  });
}

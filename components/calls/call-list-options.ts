import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callList, refusedCallList, refusedUsage } from '../../lib/call/call-list.ts';
import { callListAddress, type CallsView } from '../../lib/view/calls-view.ts';
import { fetchJson } from '../fetch-json.ts';

export function callListOptions(view: CallsView) {
  return queryOptions({
    queryKey: ['calls', view],
    queryFn: ({ signal }) => fetchJson(callListAddress(view), callList, signal),
    placeholderData: keepPreviousData,
  });
}

export const refusedPageSize = 20;

export function refusedCallsOptions(page: number) {
  const address = `/api/calls/refused?page=${page}&pageSize=${refusedPageSize}`;
  return queryOptions({
    queryKey: ['refused-calls', page],
    queryFn: ({ signal }) => fetchJson(address, refusedCallList, signal),
    placeholderData: keepPreviousData,
  });
}

export function refusedUsageOptions() {
  return queryOptions({
    queryKey: ['refused-usage'],
    queryFn: ({ signal }) => fetchJson('/api/usage/refused', refusedUsage, signal),
  });
}

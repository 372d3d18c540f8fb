import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callList } from '../../lib/call/call-list.ts';
import { callListAddress, type CallsView } from '../../lib/view/calls-view.ts';
import { fetchJson } from '../fetch-json.ts';

export function callListOptions(view: CallsView) {
  return queryOptions({
    queryKey: ['calls', view],
    queryFn: ({ signal }) => fetchJson(callListAddress(view), callList, signal),
    placeholderData: keepPreviousData,
  });
}

import { queryOptions } from '@tanstack/react-query';
import { deliveryList, webhookList } from '../../lib/account/webhooks.ts';
import { fetchJson } from '../fetch-json.ts';

/** The webhooks of the account. */
export function webhooksOptions() {
  return queryOptions({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => fetchJson('/api/webhooks', webhookList, signal),
  });
}

/** The newest deliveries of a webhook. */
export function deliveriesOptions(id: string) {
  return queryOptions({
    queryKey: ['webhooks', id],
    queryFn: ({ signal }) => fetchJson(`/api/webhooks/${id}`, deliveryList, signal),
  });
}

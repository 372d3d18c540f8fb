'use client';

import { useQuery } from '@tanstack/react-query';
import type { DeliveryList } from '../../lib/account/webhooks.ts';
import { momentText, momentTextOf } from '../../lib/text/moment-text.ts';
import { OwnLoadError } from '../own-load-error.tsx';
import { deliveriesOptions } from './webhooks-options.ts';

type Delivery = DeliveryList['list'][number];

const mostShown = 10;
/** While something is to be sent within seconds. */
const lookEveryMs = 1_000;

/** The last events that were sent to a webhook. */
export function Deliveries({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    ...deliveriesOptions(id),
    refetchInterval: ({ state }) => (state.data?.list.some(hasNoResult) ? lookEveryMs : false),
  });
  if (error && !data)
    return <OwnLoadError what="The deliveries" error={error} retry={() => void refetch()} />;
  if (!data) return <p className="mt-2 text-sm text-quiet">Loading the deliveries…</p>;
  if (data.list.length === 0) return <p className="mt-2 text-sm text-quiet">No deliveries yet.</p>;
  const shown = data.list.slice(0, mostShown);
  const timeOf = momentTextOf(shown, ({ createdAt }) => createdAt);
  return (
    <ul className="mt-2 grid gap-1 text-sm">
      {shown.map((delivery) => (
        <li key={delivery.id} className="flex flex-wrap gap-x-3 break-words tabular-nums">
          <span className="font-mono">{delivery.event}</span>
          <span className="text-quiet">{timeOf(delivery)} UTC</span>
          <span className={delivery.deliveredAt === null ? 'text-warn' : 'text-quiet'}>
            {stateOf(delivery)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** It waits for its first attempt, or is being sent. */
function hasNoResult({ deliveredAt, failedAt, status, error }: Delivery): boolean {
  return deliveredAt === null && failedAt === null && status === null && error === null;
}

function stateOf(delivery: Delivery): string {
  const { deliveredAt, failedAt, nextAttemptAt, attempts, status, error } = delivery;
  if (deliveredAt !== null) return `Delivered, status ${status}`;
  if (hasNoResult(delivery)) return attempts === 0 ? 'Waiting' : 'Sending';
  const why = error ?? `status ${status}`;
  if (failedAt !== null || nextAttemptAt === null) return `Failed: ${why}`;
  return `Not delivered: ${why}. Next attempt ${momentText(nextAttemptAt)} UTC`;
}

import { runOutbox } from '../outbox/run-outbox.ts';
import type { Store, Tending } from '../store/store.ts';
import type { ClaimedDelivery } from '../store/webhook-changes.ts';
import { deliverEvent, type WebhookContext } from './deliver-event.ts';

/** An attempt takes ten seconds at most, so a portal whose clock is minutes off does not send the same event. */
const leaseMs = 5 * 60_000;
const slots = 16;
/** An account may have many webhooks whose receivers are slow. */
const mostToAccount = 2;
const retentionMs = 30 * 24 * 60 * 60 * 1_000;
const prunedAtOnce = 500;

/** Sends the events of the store to webhooks, and deletes them when they are old. */
export function sendEvents(context: WebhookContext & { store: Pick<Store, 'webhooks' | 'writer'> }): Tending {
  const { webhooks, writer } = context.store;
  return runOutbox<ClaimedDelivery, number>({
    name: 'webhooks',
    slots,
    hasDue: (nowMs) => webhooks.hasDue(nowMs),
    claim(now, most, sendingTo) {
      const share = { most: mostToAccount, sendingTo };
      return writer.run('claim-deliveries', { now, leaseUntil: now + leaseMs, most, share });
    },
    receiverOf: ({ accountKey }) => accountKey,
    deliver: (delivery, signal) => deliverEvent(context, delivery, signal),
    async prune(nowMs) {
      const batch = { before: nowMs - retentionMs, most: prunedAtOnce };
      for (let deleted = prunedAtOnce; deleted === prunedAtOnce; )
        ({ deleted } = await writer.run('prune-deliveries', batch));
    },
  });
}

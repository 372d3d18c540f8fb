import { runOutbox } from '../outbox/run-outbox.ts';
import type { Store, Tending } from '../store/store.ts';
import { deliverEvent, type WebhookContext } from './deliver-event.ts';

/** An attempt takes ten seconds at most, so a portal whose clock is minutes off does not send the same event. */
const leaseMs = 5 * 60_000;
/** They are sent at the same time. */
const mostAtOnce = 16;
const retentionMs = 30 * 24 * 60 * 60 * 1_000;
const prunedAtOnce = 500;

/** Sends the events of the store to webhooks, and deletes them when they are old. */
export function sendEvents(context: WebhookContext & { store: Pick<Store, 'webhooks' | 'writer'> }): Tending {
  const { webhooks, writer } = context.store;
  return runOutbox({
    name: 'webhooks',
    hasDue: (nowMs) => webhooks.hasDue(nowMs),
    claim: (now) => writer.run('claim-deliveries', { now, leaseUntil: now + leaseMs, most: mostAtOnce }),
    deliver: (delivery, signal) => deliverEvent(context, delivery, signal),
    async prune(nowMs) {
      const batch = { before: nowMs - retentionMs, most: prunedAtOnce };
      for (let deleted = prunedAtOnce; deleted === prunedAtOnce; )
        ({ deleted } = await writer.run('prune-deliveries', batch));
    },
  });
}

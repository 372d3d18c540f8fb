import { testEvent } from '../../../../lib/account/webhooks.ts';
import { queueDelivery } from '../queue-deliveries.ts';
import { first, statement, type Steps } from '../statement.ts';

const find = statement<{ key: number }>(
  `SELECT key FROM Webhook WHERE id = ? AND accountKey = (SELECT key FROM Account WHERE id = ?)
      AND disabledAt IS NULL`,
);

/** Sends an event to one webhook. Null if the account has no such webhook, or it is disabled. */
export function* testWebhook(payload: {
  id: string;
  accountId: string;
  now: number;
}): Steps<{ deliveryId: string | null }> {
  const webhook = yield* first(find, payload.id, payload.accountId);
  if (!webhook) return { deliveryId: null };
  const data = { webhook: payload.id };
  return { deliveryId: yield* queueDelivery(webhook.key, testEvent, data, payload.now) };
}

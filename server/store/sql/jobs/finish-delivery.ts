import type { FinishDeliveryPayload, FinishDeliveryResult } from '../../webhook-changes.ts';
import { queueMail } from '../queue-mail.ts';
import { all, first, run, statement, type Steps, timeOf } from '../statement.ts';

const finish = statement(
  `UPDATE WebhookDelivery SET leaseUntil = NULL, deliveredAt = ?, failedAt = ?, nextAttemptAt = ?,
     lastStatus = ?, lastError = ?, lastResponse = ? WHERE key = ? AND leaseUntil = ?`,
);
const find = statement<{ webhookKey: number }>('SELECT webhookKey FROM WebhookDelivery WHERE key = ?');
const disable = statement<{ webhookId: string; accountKey: number }>(
  `UPDATE Webhook SET disabledAt = ? WHERE key = ? AND disabledAt IS NULL AND NOT EXISTS (
     SELECT 1 FROM WebhookDelivery d JOIN WebhookDelivery failed ON failed.webhookKey = d.webhookKey
      WHERE failed.key = ? AND d.deliveredAt >= failed.createdAt)
   RETURNING id AS webhookId, accountKey`,
);
const findOwners = statement<{ email: string }>(
  `SELECT p.email AS email FROM Member m JOIN Person p ON p.key = m.personKey
    WHERE m.accountKey = ? AND m.role = 'owner' AND m.removedAt IS NULL ORDER BY m.key`,
);

/** Stores the result of an attempt. Owners learn that their webhook is disabled in the same transaction. */
export function* finishDelivery(result: FinishDeliveryPayload): Steps<FinishDeliveryResult> {
  const { key, leaseUntil, lastStatus, lastError, lastResponse, now } = result;
  const times = [result.deliveredAt, result.failedAt, result.nextAttemptAt].map((ms) => timeOf(ms));
  const values = [...times, lastStatus, lastError, lastResponse, key, timeOf(leaseUntil)];
  const finished = (yield* run(finish, ...values)) > 0;
  const mail = finished ? result.disables : null;
  const delivery = mail && (yield* first(find, key));
  if (!delivery) return { finished, disabled: null };
  const disabled = yield* first(disable, timeOf(now), delivery.webhookKey, key);
  if (!disabled) return { finished, disabled: null };
  const { webhookId, accountKey } = disabled;
  for (const { email } of yield* all(findOwners, accountKey))
    yield* queueMail({ kind: 'webhook-disabled', to: email, ...mail, now });
  return { finished, disabled: { webhookId } };
}

import type { FinishDeliveryPayload, FinishDeliveryResult } from '../../webhook-changes.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';

const finish = statement(
  `UPDATE WebhookDelivery SET leaseUntil = NULL, deliveredAt = ?, failedAt = ?, nextAttemptAt = ?,
     lastStatus = ?, lastError = ?, lastResponse = ? WHERE key = ? AND leaseUntil = ?`,
);
const find = statement<{ webhookKey: number }>('SELECT webhookKey FROM WebhookDelivery WHERE key = ?');
const disable = statement<{ webhookId: string; accountKey: number; url: string }>(
  `UPDATE Webhook SET disabledAt = ? WHERE key = ? AND disabledAt IS NULL AND NOT EXISTS (
     SELECT 1 FROM WebhookDelivery d JOIN WebhookDelivery failed ON failed.webhookKey = d.webhookKey
      WHERE failed.key = ? AND d.deliveredAt >= failed.createdAt)
   RETURNING id AS webhookId, accountKey, url`,
);

export function* finishDelivery(result: FinishDeliveryPayload): Steps<FinishDeliveryResult> {
  const { key, leaseUntil, lastStatus, lastError, lastResponse, now } = result;
  const times = [result.deliveredAt, result.failedAt, result.nextAttemptAt].map((ms) => timeOf(ms));
  const values = [...times, lastStatus, lastError, lastResponse, key, timeOf(leaseUntil)];
  const finished = (yield* run(finish, ...values)) > 0;
  const delivery = finished && result.disables ? yield* first(find, key) : undefined;
  if (!delivery) return { finished, disabled: null };
  const disabled = yield* first(disable, timeOf(now), delivery.webhookKey, key);
  return { finished, disabled: disabled ?? null };
}

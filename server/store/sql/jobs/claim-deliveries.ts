import type { ClaimPayload } from '../../mail-changes.ts';
import type { ClaimedDelivery } from '../../webhook-changes.ts';
import { all, first, msOf, statement, type Steps, timeOf } from '../statement.ts';

type Row = Omit<ClaimedDelivery, 'createdAt' | 'leaseUntil' | 'webhook'> & {
  webhookKey: number;
  createdAt: number | Date;
};

/** PostgreSQL passes by the rows that another portal is taking. SQLite has one writer. */
const claimWith = (lock: string) =>
  `WITH due AS MATERIALIZED (
     SELECT key AS dueKey FROM WebhookDelivery WHERE nextAttemptAt <= ? AND (leaseUntil IS NULL OR leaseUntil <= ?)
      ORDER BY nextAttemptAt, key LIMIT ? ${lock})
   UPDATE WebhookDelivery SET attempts = attempts + 1, leaseUntil = ? FROM due WHERE key = dueKey
   RETURNING key, id, webhookKey, event, payload, createdAt, attempts`;
const claim = statement<Row>(claimWith(''), claimWith('FOR UPDATE SKIP LOCKED'));
const findWebhook = statement<{ id: string; url: string; secret: string }>(
  'SELECT id, url, secret FROM Webhook WHERE key = ? AND disabledAt IS NULL',
);

/** Takes deliveries that are due. After a crash others take them when the lease ends. */
export function* claimDeliveries({ now, leaseUntil, most }: ClaimPayload): Steps<ClaimedDelivery[]> {
  const claimed: ClaimedDelivery[] = [];
  for (const { webhookKey, ...row } of yield* all(claim, timeOf(now), timeOf(now), most, timeOf(leaseUntil)))
    claimed.push({
      ...{ ...row, createdAt: msOf(row.createdAt), leaseUntil },
      webhook: yield* first(findWebhook, webhookKey),
    });
  return claimed.sort((one, other) => one.key - other.key);
}

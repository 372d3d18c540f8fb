import type { ClaimPayload } from '../../mail-changes.ts';
import type { ClaimedDelivery } from '../../webhook-changes.ts';
import { countReceivers } from '../count-receivers.ts';
import { all, first, msOf, statement, type Steps, timeOf } from '../statement.ts';

type Row = Omit<ClaimedDelivery, 'createdAt' | 'leaseUntil' | 'webhook'> & {
  webhookKey: number;
  createdAt: number | Date;
};

const isDue = 'd.nextAttemptAt <= ? AND (d.leaseUntil IS NULL OR d.leaseUntil <= ?)';

const accountAfter = (key: string) =>
  `(SELECT d.accountKey FROM WebhookDelivery d WHERE d.nextAttemptAt IS NOT NULL AND d.accountKey > ${key}
     ORDER BY d.accountKey LIMIT 1)`;
/** Goes from one account to the next in the index, because one of them may have very many deliveries. */
const findAccounts = statement<{ accountKey: number }>(
  `WITH RECURSIVE waiting (accountKey) AS (
     SELECT ${accountAfter('-1')}
     UNION ALL SELECT ${accountAfter('w.accountKey')} FROM waiting w WHERE w.accountKey IS NOT NULL),
   due AS MATERIALIZED (
     SELECT w.accountKey AS accountKey, (SELECT d.nextAttemptAt FROM WebhookDelivery d
       WHERE d.accountKey = w.accountKey AND ${isDue} ORDER BY d.nextAttemptAt LIMIT 1) AS dueAt
       FROM waiting w WHERE w.accountKey IS NOT NULL)
   SELECT accountKey FROM due WHERE dueAt IS NOT NULL ORDER BY dueAt, accountKey LIMIT ?`,
);
/** PostgreSQL passes by the rows that another portal is taking. SQLite has one writer. */
const claimWith = (lock: string) =>
  `WITH due AS MATERIALIZED (
     SELECT d.key AS dueKey FROM WebhookDelivery d WHERE d.accountKey = ? AND ${isDue}
      ORDER BY d.nextAttemptAt, d.key LIMIT 1 ${lock})
   UPDATE WebhookDelivery SET attempts = attempts + 1, leaseUntil = ? FROM due WHERE key = dueKey
   RETURNING key, id, webhookKey, accountKey, event, payload, createdAt, attempts`;
const claim = statement<Row>(claimWith(''), claimWith('FOR UPDATE SKIP LOCKED'));
const findWebhook = statement<{ id: string; url: string; secret: string }>(
  'SELECT id, url, secret FROM Webhook WHERE key = ? AND disabledAt IS NULL',
);

/**
 * Takes deliveries that are due: first those of accounts to which least is being sent. After a crash others take them when
 * the lease ends.
 */
export function* claimDeliveries({
  now,
  leaseUntil,
  most,
  share = { most, sendingTo: [] },
}: ClaimPayload<number>): Steps<ClaimedDelivery[]> {
  const sending = countReceivers(share.sendingTo);
  // Only the accounts of `sending` can have their share already.
  const accounts = yield* all(findAccounts, timeOf(now), timeOf(now), most + sending.size);
  const claimed: ClaimedDelivery[] = [];
  for (let count = 0; count < share.most; count += 1)
    for (const { accountKey } of accounts) {
      if (claimed.length === most) break;
      if ((sending.get(accountKey) ?? 0) > count) continue;
      const row = yield* first(claim, accountKey, timeOf(now), timeOf(now), timeOf(leaseUntil));
      if (!row) continue;
      sending.set(accountKey, count + 1);
      claimed.push(yield* withWebhook(row, leaseUntil));
    }
  return claimed.sort((one, other) => one.key - other.key);
}

function* withWebhook({ webhookKey, ...row }: Row, leaseUntil: number): Steps<ClaimedDelivery> {
  const webhook = yield* first(findWebhook, webhookKey);
  return { ...row, createdAt: msOf(row.createdAt), leaseUntil, webhook };
}

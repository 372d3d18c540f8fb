import type { PruneOutboxPayload, ClaimPayload } from './mail-jobs.ts';
import { type MailText, queueMail } from './queue-mail.ts';
import { countReceivers } from './due-messages.ts';
import { job } from '../sql/job.ts';
import { all, first, msOf, statement, type Steps, timeOf, run } from '../sql/statement.ts';

/** A delivery that this portal may send until its lease ends. */
export interface ClaimedDelivery {
  key: number;
  id: string;
  /** `Account.key`. */
  accountKey: number;
  event: string;
  payload: string;
  createdAt: number;
  /** With this one. */
  attempts: number;
  leaseUntil: number;
  /** Undefined if it was deleted or disabled. The secret is encrypted. */
  webhook: { id: string; url: string; secret: string } | undefined;
}

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
export const claimDeliveries = job({
  name: 'claim-deliveries',
  publishes: false,
  *steps({
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
  },
  audit: false,
});

function* withWebhook({ webhookKey, ...row }: Row, leaseUntil: number): Steps<ClaimedDelivery> {
  const webhook = yield* first(findWebhook, webhookKey);
  return { ...row, createdAt: msOf(row.createdAt), leaseUntil, webhook };
}

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
export const finishDelivery = job({
  name: 'finish-delivery',
  // Attempts are not logged, but that one disables a webhook is.
  publishes: false,
  *steps(result: {
    key: number;
    leaseUntil: number;
    deliveredAt: number | null;
    failedAt: number | null;
    /** Null if no attempt follows. */
    nextAttemptAt: number | null;
    lastStatus: number | null;
    lastError: string | null;
    lastResponse: string | null;
    /** Disables the webhook if nothing was delivered to it since this delivery was written: the mail to its owners. */
    disables: MailText | null;
    now: number;
  }): Steps<{
    finished: boolean;
    /** The webhook that was disabled by it. */
    disabled: { webhookId: string } | null;
  }> {
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
  },
  audit: (_, { disabled }) => disabled && { target: disabled.webhookId, after: { disabled: true } },
});

const prune = statement(
  `DELETE FROM WebhookDelivery WHERE key IN
     (SELECT key FROM WebhookDelivery WHERE createdAt < ? ORDER BY createdAt LIMIT ?)`,
);

export const pruneDeliveries = job({
  name: 'prune-deliveries',
  publishes: false,
  *steps({ before, most }: PruneOutboxPayload): Steps<{ deleted: number }> {
    return { deleted: yield* run(prune, timeOf(before), most) };
  },
  audit: false,
});

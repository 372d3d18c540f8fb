import { z } from 'zod';
import { testEvent } from '../../../lib/account/webhooks.ts';
import { job } from '../sql/job.ts';
import { queueDelivery } from './queue-deliveries.ts';
import { first, msOf, run, statement, type Steps, timeOf } from '../sql/statement.ts';

/** What can be changed. */
export interface WebhookFacts {
  url: string;
  events: readonly string[];
  enabled: boolean;
}

const findAccount = statement<{ key: number }>('SELECT key FROM Account WHERE id = ?');
const count = statement<{ webhooks: number }>(
  'SELECT count(*) AS webhooks FROM Webhook WHERE accountKey = ?',
);
const insert = statement(
  'INSERT INTO Webhook (id, accountKey, url, secret, events, createdAt) VALUES (?, ?, ?, ?, ?, ?)',
);

export const createWebhook = job({
  name: 'create-webhook',
  // The number of webhooks of an account is counted first.
  publishes: false,
  locks: 'keys',
  *steps({
    accountId,
    most,
    ...webhook
  }: {
    /** `whk_` and random letters. */
    id: string;
    accountId: string;
    url: string;
    /** Encrypted. */
    secret: string;
    events: readonly string[];
    now: number;
    /** No more are made for an account. */
    most: number;
  }): Steps<{
    outcome: 'created' | 'no-account' | 'too-many';
  }> {
    const account = yield* first(findAccount, accountId);
    if (!account) return { outcome: 'no-account' };
    const { webhooks } = (yield* first(count, account.key)) ?? { webhooks: 0 };
    if (webhooks >= most) return { outcome: 'too-many' };
    const { id, url, secret, events, now } = webhook;
    yield* run(insert, id, account.key, url, secret, JSON.stringify(events), timeOf(now));
    return { outcome: 'created' };
  },
  audit: (webhook, result) =>
    result.outcome === 'created'
      ? { target: webhook.id, after: { accountId: webhook.accountId, events: [...webhook.events] } }
      : null,
});

const find = statement<{ key: number; url: string; events: string; disabledAt: number | Date | null }>(
  `SELECT key, url, events, disabledAt FROM Webhook
    WHERE id = ? AND accountKey = (SELECT key FROM Account WHERE id = ?)`,
  `SELECT key, url, events, disabledAt FROM Webhook
    WHERE id = ? AND accountKey = (SELECT key FROM Account WHERE id = ?) FOR UPDATE`,
);
const update = statement('UPDATE Webhook SET url = ?, events = ?, disabledAt = ? WHERE key = ?');
const storedEvents = z.array(z.string());

/** What waits for it goes to the new address. */
export const changeWebhook = job({
  name: 'change-webhook',
  publishes: false,
  *steps({
    id,
    accountId,
    changes,
    now,
  }: {
    id: string;
    accountId: string;
    changes: Partial<WebhookFacts>;
    now: number;
  }): Steps<{ outcome: 'changed'; before: WebhookFacts; after: WebhookFacts } | { outcome: 'no-webhook' }> {
    const row = yield* first(find, id, accountId);
    if (!row) return { outcome: 'no-webhook' };
    const { key, url, disabledAt } = row;
    const before = { url, events: storedEvents.parse(JSON.parse(row.events)), enabled: disabledAt === null };
    const after = { ...before, ...changes };
    const disabled = after.enabled ? null : (msOf(disabledAt) ?? now);
    yield* run(update, after.url, JSON.stringify(after.events), timeOf(disabled), key);
    return { outcome: 'changed', before, after };
  },
  audit: ({ id, accountId }, result) => {
    if (result.outcome !== 'changed') return null;
    const { before, after } = result;
    const facts = ({ events, enabled }: typeof before) => ({ accountId, events: [...events], enabled });
    const moved = before.url === after.url ? {} : { addressChanged: true };
    return { target: id, before: facts(before), after: { ...facts(after), ...moved } };
  },
});

const remove = statement(
  'DELETE FROM Webhook WHERE id = ? AND accountKey = (SELECT key FROM Account WHERE id = ?)',
);

/** What waits for it is no longer sent, and is deleted with the other old deliveries. */
export const deleteWebhook = job({
  name: 'delete-webhook',
  publishes: false,
  *steps({ id, accountId }: { id: string; accountId: string }): Steps<{ deleted: boolean }> {
    return { deleted: (yield* run(remove, id, accountId)) > 0 };
  },
  audit: ({ id }, { deleted }) => (deleted ? { target: id } : null),
});

const findWebhook = statement<{ key: number }>(
  `SELECT key FROM Webhook WHERE id = ? AND accountKey = (SELECT key FROM Account WHERE id = ?)
      AND disabledAt IS NULL`,
);

/** Sends an event to one webhook. Null if the account has no such webhook, or it is disabled. */
export const testWebhook = job({
  name: 'test-webhook',
  publishes: false,
  *steps(payload: { id: string; accountId: string; now: number }): Steps<{ deliveryId: string | null }> {
    const webhook = yield* first(findWebhook, payload.id, payload.accountId);
    if (!webhook) return { deliveryId: null };
    const data = { webhook: payload.id };
    return { deliveryId: yield* queueDelivery(webhook.key, testEvent, data, payload.now) };
  },
  audit: false,
});

/** What is being sent is not taken from the portal that sends it. */
const makeDue = `UPDATE WebhookDelivery SET attempts = 0, nextAttemptAt = ?, leaseUntil = NULL, deliveredAt = NULL,
     failedAt = NULL, lastStatus = NULL, lastError = NULL, lastResponse = NULL
   WHERE (leaseUntil IS NULL OR leaseUntil <= ?) AND webhookKey = ?`;
const makeOneDue = statement(`${makeDue} AND id = ?`);
const findDelivery = statement<{ key: number }>(
  'SELECT key FROM WebhookDelivery WHERE webhookKey = ? AND id = ?',
);
const makeFailedDue = statement(
  `${makeDue} AND key IN (SELECT key FROM WebhookDelivery
     WHERE webhookKey = ? AND failedAt IS NOT NULL AND event <> '${testEvent}' AND createdAt >= ?
     ORDER BY key LIMIT ?)`,
);

/** Sends the same message once more, with all its attempts before it. */
export const sendAgain = job({
  name: 'send-delivery-again',
  publishes: false,
  *steps(payload: { id: string; accountId: string; deliveryId: string; now: number }): Steps<{
    outcome: 'queued' | 'being-sent' | 'no-webhook' | 'no-delivery';
  }> {
    const webhook = yield* first(findWebhook, payload.id, payload.accountId);
    if (!webhook) return { outcome: 'no-webhook' };
    if (!(yield* first(findDelivery, webhook.key, payload.deliveryId))) return { outcome: 'no-delivery' };
    const now = timeOf(payload.now);
    const queued = yield* run(makeOneDue, now, now, webhook.key, payload.deliveryId);
    return { outcome: queued > 0 ? 'queued' : 'being-sent' };
  },
  audit: false,
});

/** Sends what failed, the oldest first. Null if the account has no such webhook, or it is disabled. */
export const sendFailedAgain = job({
  name: 'send-failed-deliveries-again',
  publishes: false,
  *steps(payload: {
    id: string;
    accountId: string;
    /** Of those that were written since then. */
    since: number;
    /** No more at once. */
    most: number;
    now: number;
  }): Steps<{ deliveries: number | null }> {
    const webhook = yield* first(findWebhook, payload.id, payload.accountId);
    if (!webhook) return { deliveries: null };
    const { key } = webhook;
    const now = timeOf(payload.now);
    const since = timeOf(payload.since);
    return { deliveries: yield* run(makeFailedDue, now, now, key, key, since, payload.most) };
  },
  audit: false,
});

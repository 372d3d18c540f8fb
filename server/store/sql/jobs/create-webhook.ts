import type {
  ChangeWebhookPayload,
  ChangeWebhookResult,
  CreateWebhookPayload,
  CreateWebhookResult,
} from '../../webhook-changes.ts';
import { z } from 'zod';
import { first, msOf, run, statement, type Steps, timeOf } from '../statement.ts';

const findAccount = statement<{ key: number }>('SELECT key FROM Account WHERE id = ?');
const count = statement<{ webhooks: number }>(
  'SELECT count(*) AS webhooks FROM Webhook WHERE accountKey = ?',
);
const insert = statement(
  'INSERT INTO Webhook (id, accountKey, url, secret, events, createdAt) VALUES (?, ?, ?, ?, ?, ?)',
);

export function* createWebhook({
  accountId,
  most,
  ...webhook
}: CreateWebhookPayload): Steps<CreateWebhookResult> {
  const account = yield* first(findAccount, accountId);
  if (!account) return { outcome: 'no-account' };
  const { webhooks } = (yield* first(count, account.key)) ?? { webhooks: 0 };
  if (webhooks >= most) return { outcome: 'too-many' };
  const { id, url, secret, events, now } = webhook;
  yield* run(insert, id, account.key, url, secret, JSON.stringify(events), timeOf(now));
  return { outcome: 'created' };
}

const find = statement<{ key: number; url: string; events: string; disabledAt: number | Date | null }>(
  `SELECT key, url, events, disabledAt FROM Webhook
    WHERE id = ? AND accountKey = (SELECT key FROM Account WHERE id = ?)`,
  `SELECT key, url, events, disabledAt FROM Webhook
    WHERE id = ? AND accountKey = (SELECT key FROM Account WHERE id = ?) FOR UPDATE`,
);
const update = statement('UPDATE Webhook SET url = ?, events = ?, disabledAt = ? WHERE key = ?');
const storedEvents = z.array(z.string());

/** What waits for it goes to the new address. */
export function* changeWebhook({
  id,
  accountId,
  changes,
  now,
}: ChangeWebhookPayload): Steps<ChangeWebhookResult> {
  const row = yield* first(find, id, accountId);
  if (!row) return { outcome: 'no-webhook' };
  const { key, url, disabledAt } = row;
  const before = { url, events: storedEvents.parse(JSON.parse(row.events)), enabled: disabledAt === null };
  const after = { ...before, ...changes };
  const disabled = after.enabled ? null : (msOf(disabledAt) ?? now);
  yield* run(update, after.url, JSON.stringify(after.events), timeOf(disabled), key);
  return { outcome: 'changed', before, after };
}

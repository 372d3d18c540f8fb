import type { CreateWebhookPayload, CreateWebhookResult } from '../../webhook-changes.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';

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

import type { CreateAlertPayload, CreateAlertResult } from '../../alert-changes.ts';
import { findRecipients, setRecipients } from '../alert-recipients.ts';
import { findMemberById } from '../found-member.ts';
import { first, statement, type Steps, timeOf } from '../statement.ts';

const findAccount = statement<{ key: number }>('SELECT key FROM Account WHERE id = ?');
const findKey = statement<{ key: number }>(
  'SELECT key FROM ApiKey WHERE id = ? AND accountKey = ? AND revokedAt IS NULL',
);
const count = statement<{ alerts: number }>('SELECT count(*) AS alerts FROM Alert WHERE accountKey = ?');
const insert = statement<{ key: number }>(
  `INSERT INTO Alert (id, accountKey, watches, credits, apiKeyKey, memberKey, tellsWebhooks, createdAt, watchedSince)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING key`,
);

export function* createAlert({
  accountId,
  keyId,
  personId,
  people,
  most,
  ...alert
}: CreateAlertPayload): Steps<CreateAlertResult> {
  const account = yield* first(findAccount, accountId);
  if (!account) return { outcome: 'no-account' };
  const { alerts } = (yield* first(count, account.key)) ?? { alerts: 0 };
  if (Number(alerts) >= most) return { outcome: 'too-many' };
  const key = keyId === null ? undefined : yield* first(findKey, keyId, account.key);
  if (keyId !== null && !key) return { outcome: 'no-key', id: keyId };
  const member = personId === null ? undefined : yield* findMemberById(accountId, personId);
  if (personId !== null && !member) return { outcome: 'no-member', id: personId };
  const recipients = yield* findRecipients(accountId, people);
  if ('unknown' in recipients) return { outcome: 'no-member', id: recipients.unknown };
  const { id, watches, credits, tellsWebhooks, now } = alert;
  const of = [key?.key ?? null, member?.key ?? null];
  const facts = [id, account.key, watches, credits, ...of, tellsWebhooks];
  const made = yield* first(insert, ...facts, timeOf(now), timeOf(now));
  if (!made) throw new Error('The alert was not inserted.');
  yield* setRecipients(made.key, recipients.keys);
  return { outcome: 'created' };
}

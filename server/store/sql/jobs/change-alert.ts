import type { ChangeAlertPayload, ChangeAlertResult } from '../../alert-changes.ts';
import { findRecipients, recipientsOf, setRecipients } from '../alert-recipients.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';

const find = statement<{ key: number; credits: number; tellsWebhooks: boolean | number }>(
  `SELECT key, credits, tellsWebhooks FROM Alert
    WHERE id = ? AND accountKey = (SELECT key FROM Account WHERE id = ?)`,
);
const update = statement('UPDATE Alert SET tellsWebhooks = ? WHERE key = ?');
/** It begins anew. */
const setCredits = statement(
  'UPDATE Alert SET credits = ?, watchedSince = ?, toldPeriod = NULL, reachedAt = NULL WHERE key = ?',
);

export function* changeAlert({ id, accountId, changes, now }: ChangeAlertPayload): Steps<ChangeAlertResult> {
  const alert = yield* first(find, id, accountId);
  if (!alert) return { outcome: 'no-alert' };
  const { key } = alert;
  const before = {
    credits: Number(alert.credits),
    people: (yield* recipientsOf(key)).map((person) => person.id),
    tellsWebhooks: Boolean(alert.tellsWebhooks),
  };
  const after = { ...before, ...changes };
  if (changes.people) {
    const recipients = yield* findRecipients(accountId, changes.people);
    if ('unknown' in recipients) return { outcome: 'no-member', id: recipients.unknown };
    yield* setRecipients(key, recipients.keys);
  }
  yield* run(update, after.tellsWebhooks, key);
  if (after.credits !== before.credits) yield* run(setCredits, after.credits, timeOf(now), key);
  return { outcome: 'changed', before, after };
}

import { findMemberById } from './found-member.ts';
import { all, run, statement, type Steps } from './statement.ts';

/** Who gets the mails of an alert: members who have not left. */
const from = `FROM AlertRecipient r JOIN Alert a ON a.key = r.alertKey
  JOIN Member m ON m.accountKey = a.accountKey AND m.personKey = r.personKey AND m.removedAt IS NULL
  JOIN Person p ON p.key = r.personKey
 WHERE r.alertKey = ? ORDER BY r.personKey`;
const find = statement<{ id: string; email: string }>(`SELECT p.id AS id, p.email AS email ${from}`);
const insert = statement('INSERT INTO AlertRecipient (alertKey, personKey) VALUES (?, ?)');
const drop = statement('DELETE FROM AlertRecipient WHERE alertKey = ?');

export function* recipientsOf(alertKey: number): Steps<{ id: string; email: string }[]> {
  return yield* all(find, alertKey);
}

/** The people of these ids, or the first id that is no member of the account. */
export function* findRecipients(
  accountId: string,
  people: readonly string[],
): Steps<{ keys: number[] } | { unknown: string }> {
  const keys: number[] = [];
  for (const id of new Set(people)) {
    const member = yield* findMemberById(accountId, id);
    if (!member) return { unknown: id };
    keys.push(member.personKey);
  }
  return { keys };
}

export function* setRecipients(alertKey: number, personKeys: readonly number[]): Steps<void> {
  yield* run(drop, alertKey);
  for (const personKey of personKeys) yield* run(insert, alertKey, personKey);
}

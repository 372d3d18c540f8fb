import type { MakePasswordLinkPayload } from '../../people-changes.ts';
import { queueMail } from '../queue-mail.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';

const find = statement<{ key: number; id: string; email: string }>(
  'SELECT key, id, email FROM Person WHERE emailKey = ?',
);
const dropOther = statement('DELETE FROM Link WHERE personKey = ? OR expiresAt <= ?');
const insert = statement(
  "INSERT INTO Link (hash, kind, personKey, createdAt, expiresAt) VALUES (?, 'password', ?, ?, ?)",
);

/** Makes a link by which a person chooses a password, and mails it. Earlier ones end. Null: nobody has the address. */
export function* makePasswordLink({
  emailKey,
  hash,
  now,
  expiresAt,
  mail,
}: MakePasswordLinkPayload): Steps<{ personId: string | null }> {
  const person = yield* first(find, emailKey);
  if (!person) return { personId: null };
  yield* run(dropOther, person.key, timeOf(now));
  yield* run(insert, hash, person.key, timeOf(now), timeOf(expiresAt));
  yield* queueMail({ kind: 'password-link', to: person.email, ...mail, now });
  return { personId: person.id };
}

import type { MakePasswordLinkPayload } from '../../people-changes.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';

const find = statement<{ key: number; id: string }>('SELECT key, id FROM Person WHERE emailKey = ?');
const dropOther = statement('DELETE FROM Link WHERE personKey = ? OR expiresAt <= ?');
const insert = statement(
  "INSERT INTO Link (hash, kind, personKey, createdAt, expiresAt) VALUES (?, 'password', ?, ?, ?)",
);

/** Makes a link by which a person chooses a password. An earlier one ends. Returns the person; null if there is none. */
export function* makePasswordLink({
  emailKey,
  hash,
  now,
  expiresAt,
}: MakePasswordLinkPayload): Steps<{ personId: string | null }> {
  const person = yield* first(find, emailKey);
  if (!person) return { personId: null };
  yield* run(dropOther, person.key, timeOf(now));
  yield* run(insert, hash, person.key, timeOf(now), timeOf(expiresAt));
  return { personId: person.id };
}

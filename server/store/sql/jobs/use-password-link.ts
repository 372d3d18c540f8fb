import type { UsePasswordLinkPayload } from '../../people-changes.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';
import { queueMail } from '../queue-mail.ts';
import { endAllSessions } from './end-sessions.ts';
import { openSession } from './open-session.ts';

const find = statement<{ key: number; id: string; email: string }>(
  `SELECT p.key AS key, p.id AS id, p.email AS email FROM Link l JOIN Person p ON p.key = l.personKey
    WHERE l.hash = ? AND l.kind = 'password' AND l.expiresAt > ?`,
);
const dropLinks = statement('DELETE FROM Link WHERE personKey = ?');
const setPassword = statement('UPDATE Person SET passwordHash = ? WHERE key = ?');

/** Sets the password that a person chose with a link, ends their sessions, and begins one. Null: no such link. */
export function* usePasswordLink({
  linkHash,
  passwordHash,
  session,
  now,
  mail,
}: UsePasswordLinkPayload): Steps<{ personId: string | null }> {
  const person = yield* first(find, linkHash, timeOf(now));
  if (!person) return { personId: null };
  yield* run(dropLinks, person.key);
  yield* run(setPassword, passwordHash, person.key);
  yield* run(endAllSessions, person.key);
  yield* openSession({ ...session, personKey: person.key, personId: person.id, now, instead: null });
  yield* queueMail({ kind: 'password-changed', to: person.email, ...mail, now });
  return { personId: person.id };
}

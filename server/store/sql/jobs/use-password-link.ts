import type { UsePasswordLinkPayload, UsePasswordLinkResult } from '../../people-changes.ts';
import { dropLinks, proveAddress } from '../prove-address.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';
import { queueMail } from '../queue-mail.ts';
import { endAllSessions } from './end-sessions.ts';
import { openSession } from './open-session.ts';
import { dropChallenges } from './reset-factors.ts';

const find = statement<{ key: number; id: string; email: string }>(
  `SELECT p.key AS key, p.id AS id, p.email AS email FROM Link l JOIN Person p ON p.key = l.personKey
    WHERE l.hash = ? AND l.kind = 'password' AND l.expiresAt > ?`,
);
const setPassword = statement('UPDATE Person SET passwordHash = ? WHERE key = ?');

export const findFactor = statement<{ personKey: number }>(
  'SELECT personKey FROM SecondFactor WHERE personKey = ? AND confirmedAt IS NOT NULL',
);

/** Sets the password that a person chose with a link, ends their sessions, and begins one if it needs no code. */
export function* usePasswordLink({
  linkHash,
  passwordHash,
  session,
  now,
  mail,
}: UsePasswordLinkPayload): Steps<UsePasswordLinkResult> {
  const person = yield* first(find, linkHash, timeOf(now));
  if (!person) return { personId: null };
  yield* proveAddress(person.key, now);
  yield* run(dropLinks, person.key);
  yield* run(dropChallenges, person.key);
  yield* run(setPassword, passwordHash, person.key);
  yield* run(endAllSessions, person.key);
  const signedIn = !(yield* first(findFactor, person.key));
  const opened = { ...session, personKey: person.key, personId: person.id, now, instead: null };
  if (signedIn) yield* openSession(opened);
  yield* queueMail({ kind: 'password-changed', to: person.email, ...mail, now });
  return { personId: person.id, signedIn };
}

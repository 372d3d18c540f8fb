import type { UseMailCodePayload, UseMailCodeResult } from '../../factor-changes.ts';
import { proveAddress } from '../prove-address.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';
import { beginSignIn } from './begin-sign-in.ts';
import { makePasswordLink } from './make-password-link.ts';
import { openSession } from './open-session.ts';
import { findFactor } from './use-password-link.ts';

/** With 100 million codes, and one a minute. */
const mostTries = 5;

const take = statement(
  `UPDATE Challenge SET tries = tries + 1
    WHERE hash = ? AND kind = 'mail-code' AND expiresAt > ? AND tries < ${mostTries}`,
);
const use = statement('DELETE FROM Challenge WHERE hash = ? AND answer = ?');
const find = statement<{ key: number; id: string }>('SELECT key, id FROM Person WHERE emailKey = ?');

/** Signs in whoever has the code that was mailed. Each try counts, also with an address that nobody has. */
export function* useMailCode({
  emailKey,
  hash,
  answer,
  session,
  instead,
  pending,
  link,
  now,
}: UseMailCodePayload): Steps<UseMailCodeResult> {
  const isTaken = (yield* run(take, hash, timeOf(now))) > 0;
  const isRight = isTaken && (yield* run(use, hash, answer)) > 0;
  const person = yield* first(find, emailKey);
  if (!isRight || !person) return { outcome: 'wrong' };
  const { key: personKey, id: personId } = person;
  // Somebody else may have chosen the password that ends, and the person gets a link to choose one.
  if (yield* proveAddress(personKey, now)) yield* makePasswordLink({ ...link, emailKey, now });
  if (yield* first(findFactor, personKey)) {
    yield* beginSignIn({ ...pending, personKey, personId, now, mailedCodeAt: now });
    return { outcome: 'pending', personId };
  }
  yield* openSession({ ...session, personKey, personId, now, instead, mailedCodeAt: now });
  return { outcome: 'signed-in', personId, personKey };
}

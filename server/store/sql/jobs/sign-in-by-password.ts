import type { SignInByPasswordPayload, SignInByPasswordResult } from '../../factor-changes.ts';
import { first, statement, type Steps } from '../statement.ts';
import { beginSignIn } from './begin-sign-in.ts';
import { openSession } from './open-session.ts';
import { findFactor } from './use-password-link.ts';

const findPassword = statement<{ passwordHash: string | null }>(
  'SELECT passwordHash FROM Person WHERE key = ? AND erasedAt IS NULL',
);

/** Comparing a password takes a while. Nobody is signed in by one that has been changed in the meantime. */
export function* signInByPassword({
  comparedHash,
  session,
  pending,
}: SignInByPasswordPayload): Steps<SignInByPasswordResult> {
  const { personKey, personId, now } = session;
  const person = yield* first(findPassword, personKey);
  if (person?.passwordHash !== comparedHash) return { outcome: 'changed' };
  if (yield* first(findFactor, personKey)) {
    yield* beginSignIn({ ...pending, personKey, personId, now });
    return { outcome: 'pending' };
  }
  yield* openSession(session);
  return { outcome: 'signed-in' };
}

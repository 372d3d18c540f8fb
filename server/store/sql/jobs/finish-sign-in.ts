import type { FinishSignInPayload, FinishSignInResult } from '../../factor-changes.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';
import { useCode } from '../use-code.ts';
import { openSession } from './open-session.ts';

const find = statement<{ personKey: number }>(
  "SELECT personKey FROM Challenge WHERE hash = ? AND kind = 'sign-in' AND personKey = ? AND expiresAt > ?",
);
const drop = statement('DELETE FROM Challenge WHERE hash = ?');

/** Opens the session of a person who knew the password and has a code. */
export function* finishSignIn({
  challengeHash,
  proof,
  session,
}: FinishSignInPayload): Steps<FinishSignInResult> {
  const { personKey, now } = session;
  if (!(yield* first(find, challengeHash, personKey, timeOf(now)))) return { outcome: 'expired' };
  if (!(yield* useCode(personKey, proof))) return { outcome: 'used' };
  yield* run(drop, challengeHash);
  yield* openSession(session);
  return { outcome: 'signed-in' };
}

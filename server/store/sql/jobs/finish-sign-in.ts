import type { FinishSignInPayload, FinishSignInResult } from '../../factor-changes.ts';
import { first, msOf, run, statement, type Steps, timeOf } from '../statement.ts';
import { useProof } from '../use-proof.ts';
import { openSession } from './open-session.ts';

const find = statement<{ mailedCodeAt: number | Date | null }>(
  "SELECT mailedCodeAt FROM Challenge WHERE hash = ? AND kind = 'sign-in' AND personKey = ? AND expiresAt > ?",
);
const drop = statement('DELETE FROM Challenge WHERE hash = ?');

/** Opens the session of a person who has a code, after the password or a mailed code, or a passkey. */
export function* finishSignIn({
  challengeHash,
  proof,
  session,
}: FinishSignInPayload): Steps<FinishSignInResult> {
  const { personKey, now } = session;
  const pending =
    challengeHash === null
      ? { mailedCodeAt: null }
      : yield* first(find, challengeHash, personKey, timeOf(now));
  if (!pending) return { outcome: 'expired' };
  if (!(yield* useProof(personKey, proof, now))) return { outcome: 'used' };
  if (challengeHash !== null) yield* run(drop, challengeHash);
  yield* openSession({ ...session, mailedCodeAt: msOf(pending.mailedCodeAt) });
  return { outcome: 'signed-in' };
}

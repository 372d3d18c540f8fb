import type { SignInByIdentityPayload, SignInByIdentityResult } from '../../identity-changes.ts';
import type { Steps } from '../statement.ts';
import { useProof } from '../use-proof.ts';
import { openSession } from './open-session.ts';

/** Opens the session of a person by an identity, once for each sign-in at its issuer. */
export function* signInByIdentity({
  proof,
  session,
}: SignInByIdentityPayload): Steps<SignInByIdentityResult> {
  if (!(yield* useProof(session.personKey, proof, session.now))) return { outcome: 'used' };
  yield* openSession(session);
  return { outcome: 'signed-in' };
}

import type { UsedPasskey } from '../../lib/account/passkeys.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../portal/context.ts';
import type { PasskeyProof, UsedChallenge } from '../store/proof.ts';
import { readPasskeyChallenge } from './passkey-challenge.ts';
import { requirePasskeyPlace } from './passkey-place.ts';

/** Whose passkey was used, and what the job that lets them in writes. Refuses what the portal did not ask for. */
export async function provePasskey(
  context: Context,
  used: UsedPasskey,
  now: number,
): Promise<{ personKey: number; proof: PasskeyProof }> {
  const place = requirePasskeyPlace(context.settings);
  const passkey = await context.store.people.findPasskey(used.id);
  if (!passkey) throw wrongPasskey();
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const asked: { challenge?: UsedChallenge | undefined } = {};
  const expectedChallenge = (text: string) => {
    asked.challenge = readPasskeyChallenge(context.secret, 'use', text, now);
    return asked.challenge !== undefined;
  };
  const verified = await refusing(
    verifyAuthenticationResponse({
      response: used,
      expectedChallenge,
      expectedOrigin: place.origin,
      expectedRPID: place.host,
      credential: {
        id: used.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        // The job compares the counter, so that two uses at the same time are compared, too.
        counter: 0,
      },
      requireUserVerification: true,
    }),
  );
  const { challenge } = asked;
  if (!verified.verified || !challenge) throw wrongPasskey();
  const { newCounter: counter } = verified.authenticationInfo;
  return {
    personKey: passkey.personKey,
    proof: { kind: 'passkey', credentialId: used.id, counter, challenge },
  };
}

/** The library throws for everything that is wrong with a response. */
export async function refusing<Result>(verifying: Promise<Result>): Promise<Result> {
  try {
    return await verifying;
  } catch (cause) {
    throw Object.assign(wrongPasskey(), { cause });
  }
}

export function wrongPasskey(): Problem {
  return new Problem(
    'wrong-passkey',
    'This passkey was not accepted: it is unknown here, its answer was used already, or it took more than five minutes. Try again.',
  );
}

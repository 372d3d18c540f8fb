import type { NewPasskey, PasskeyList } from '../../lib/account/passkeys.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { authorOf, type Caller } from '../callers/caller.ts';
import type { Context } from '../portal/context.ts';
import { randomLetters } from '../random-letters.ts';
import type { UsedChallenge } from '../store/proof.ts';
import { writeChange } from '../store/write-change.ts';
import { factorsChangedMail } from './factor-mails.ts';
import { requirePerson } from './own-person.ts';
import { newPasskeyChallenge, readPasskeyChallenge } from './passkey-challenge.ts';
import { requirePasskeyPlace, whyNoPasskeys } from './passkey-place.ts';
import { refusing, wrongPasskey } from './prove-passkey.ts';
import { refuseUnlessConfirmed } from './refuse-unless-confirmed.ts';

/** More than anybody has devices. */
const mostPasskeys = 20;

export async function listPasskeys({ store, settings }: Context, caller: Caller): Promise<PasskeyList> {
  const { key } = requirePerson(caller);
  const rows = await store.people.passkeysOf(key);
  const list = rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
  return { list, unavailable: whyNoPasskeys(settings) ?? null };
}

/** What the browser needs to make a passkey of the caller. */
export async function passkeyToMake(context: Context, caller: Caller): Promise<object> {
  const { key, id } = requirePerson(caller);
  const now = Date.now();
  refuseUnlessConfirmed(caller, now);
  const place = requirePasskeyPlace(context.settings);
  const { email, name } = await context.store.people.read(key);
  const known = await context.store.people.passkeysOf(key);
  // Before the device makes one that could not be saved.
  if (known.length >= mostPasskeys) throw tooManyPasskeys();
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return generateRegistrationOptions({
    rpName: 'Farebox',
    rpID: place.host,
    userID: new Uint8Array(Buffer.from(id)),
    userName: email,
    userDisplayName: name,
    challenge: newPasskeyChallenge(context.secret.signing, `make for ${id}`, now),
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** What the browser needs to use a passkey. It finds those of this portal by itself. */
export async function passkeyToUse({ settings, secret }: Context): Promise<object> {
  const place = requirePasskeyPlace(settings);
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const challenge = newPasskeyChallenge(secret.signing, 'use', Date.now());
  return generateAuthenticationOptions({ rpID: place.host, challenge, userVerification: 'required' });
}

/** Adds the passkey that a browser has made. */
export async function addPasskey(
  context: Context,
  caller: Caller,
  { name, credential: made }: NewPasskey,
  requestId: string,
): Promise<{ id: string }> {
  const { key, id: personId } = requirePerson(caller);
  const now = Date.now();
  refuseUnlessConfirmed(caller, now);
  const { credential, challenge } = await verifyMade(context, personId, made, now);
  const id = `psk_${randomLetters(16)}`;
  const change = {
    personKey: key,
    personId,
    id,
    name,
    now,
    challenge,
    most: mostPasskeys,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: made.response.transports,
    mail: factorsChangedMail('A passkey was added', context.settings.url),
  };
  const { outcome } = await writeChange(context, 'add-passkey', change, authorOf(caller, requestId));
  if (outcome === 'used') throw wrongPasskey();
  if (outcome === 'too-many') throw tooManyPasskeys();
  return { id };
}

function tooManyPasskeys(): Problem {
  return new Problem('forbidden', `You already have ${mostPasskeys} passkeys, which is the maximum.`);
}

async function verifyMade(
  { settings, secret }: Context,
  personId: string,
  made: NewPasskey['credential'],
  now: number,
) {
  const place = requirePasskeyPlace(settings);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const asked: { challenge?: UsedChallenge | undefined } = {};
  const expectedChallenge = (text: string) => {
    asked.challenge = readPasskeyChallenge(secret, `make for ${personId}`, text, now);
    return asked.challenge !== undefined;
  };
  const expected = { expectedChallenge, expectedOrigin: place.origin, expectedRPID: place.host };
  const result = await refusing(
    verifyRegistrationResponse({ response: made, ...expected, requireUserVerification: true }),
  );
  const { challenge } = asked;
  if (!result.verified || !challenge) throw wrongPasskey();
  return { credential: result.registrationInfo.credential, challenge };
}

export async function removePasskey(
  context: Context,
  caller: Caller,
  id: string,
  requestId: string,
): Promise<void> {
  const { key, id: personId } = requirePerson(caller);
  const now = Date.now();
  refuseUnlessConfirmed(caller, now);
  const mail = factorsChangedMail('A passkey was removed', context.settings.url);
  const change = { personKey: key, personId, id, now, mail };
  const { outcome } = await writeChange(context, 'remove-passkey', change, authorOf(caller, requestId));
  if (outcome === 'unknown') throw new Problem('not-found', 'You have no passkey of this id.');
  if (outcome === 'last-way')
    throw new Problem(
      'forbidden',
      'You have no password and no other passkey or identity, so you could not sign in any more. Add another passkey first, or ask an operator for a link to choose a password.',
    );
}

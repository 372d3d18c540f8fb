import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { NewPasskey, PasskeyList, UsedPasskey } from '../../../lib/account/passkeys.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import { authorOf, type Caller } from '../../callers/caller.ts';
import { requirePerson, refuseUnlessConfirmed } from '../../callers/require-role.ts';
import type { Context } from '../../context.ts';
import type { Settings } from '../../env.ts';
import type { PortalSecret } from '../../portal/portal-secret.ts';
import { randomLetters } from '../../call-id.ts';
import type { UsedChallenge, PasskeyProof } from '../../store/people/proofs.ts';
import { writeChange } from '../../store/write-change.ts';
import { factorsChangedMail } from './second-factor.ts';

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
    rpName: (await context.face.read()).name,
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
  if (outcome === 'unknown') throw new Problem('not-found', 'You have no passkey with this id.');
  if (outcome === 'last-way') throw new Problem('forbidden', lastPasskey(context.settings));
}

/** Why the last way to sign in stays, and first what the person can do themselves: with a passkey, no code sets a password. */
export function lastPasskey({ issuers }: Pick<Settings, 'issuers'>): string {
  const identity = issuers.length > 0 ? ', connect an identity in your profile,' : '';
  return `You have no password and no other passkey or identity, so you could no longer sign in. Add another passkey first${identity} or ask an operator for a link to choose a password.`;
}

const lifetimeMs = 5 * 60 * 1000;
const randomPart = 16;
const timePart = 8;
const signaturePart = 32;

/** `purpose`: a challenge to make a passkey is of one person, and cannot be used to sign in. */
type Purpose = 'use' | `make for ${string}`;

/**
 * A challenge that the portal signs instead of storing it: whoever opens the page to sign in gets one. It is written when
 * it is used, so that it is used once.
 */
export function newPasskeyChallenge(secret: Buffer, purpose: Purpose, now: number): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(timePart);
  time.writeBigUInt64BE(BigInt(now + lifetimeMs));
  const signed = Buffer.concat([randomBytes(randomPart), time]);
  return new Uint8Array([...signed, ...signatureOf(secret, purpose, signed)]);
}

/** A challenge as the browser returns it; undefined if the portal did not sign it for this, or it has expired. */
export function readPasskeyChallenge(
  { all }: Pick<PortalSecret, 'all'>,
  purpose: Purpose,
  text: string,
  now: number,
): UsedChallenge | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== randomPart + timePart + signaturePart) return undefined;
  const signed = bytes.subarray(0, -signaturePart);
  const given = bytes.subarray(-signaturePart);
  if (!all.some((secret) => timingSafeEqual(given, signatureOf(secret, purpose, signed)))) return undefined;
  const expiresAt = Number(signed.readBigUInt64BE(randomPart));
  return now < expiresAt ? { hash: hash('sha256', bytes), expiresAt } : undefined;
}

function signatureOf(secret: Buffer, purpose: Purpose, signed: Buffer): Buffer {
  return createHmac('sha256', secret).update(`passkey challenge ${purpose} `).update(signed).digest();
}

/** Where passkeys of a portal are valid: its origin, and the host that they belong to. */
interface PasskeyPlace {
  origin: string;
  host: string;
}

/** Why a portal at this public address has no passkeys; undefined if it has. Browsers want a name, and HTTPS. */
export function whyNoPasskeys({ url }: Pick<Settings, 'url'>): string | undefined {
  const { protocol, hostname, port } = new URL(url);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    return `Passkeys need a host name, and the public address of this portal is ${url}. Its operator can set FAREBOX_URL, on this machine to http://localhost${port && `:${port}`}.`;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !isLocal)
    return `Passkeys need HTTPS, and the public address of this portal is ${url}. Its operator can set FAREBOX_URL to an https address.`;
  return undefined;
}

function requirePasskeyPlace(settings: Pick<Settings, 'url'>): PasskeyPlace {
  const reason = whyNoPasskeys(settings);
  if (reason !== undefined) throw new Problem('forbidden', reason);
  const { origin, hostname } = new URL(settings.url);
  return { origin, host: hostname };
}

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
async function refusing<Result>(verifying: Promise<Result>): Promise<Result> {
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

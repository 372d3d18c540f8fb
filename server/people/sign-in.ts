import type { PendingSignIn } from '../../lib/account/factors.ts';
import type { MailAddress } from '../../lib/account/mail-address.ts';
import type { UsedPasskey } from '../../lib/account/passkeys.ts';
import type { Session } from '../../lib/account/session.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { openedSession } from '../callers/sessions.ts';
import type { Taker } from '../limits/waiting-line.ts';
import type { Context } from '../context.ts';
import { writeChange } from '../store/write-change.ts';
import { newLinkToken, hashLinkToken } from './link-token.ts';
import { hashesOf, proveCode, wrongCode } from './proofs/prove-code.ts';
import { newPasswordLink, newSession } from './change-password.ts';
import { isPassword } from './password-hash.ts';
import { provePasskey, wrongPasskey } from './proofs/passkeys.ts';

interface SignIn {
  email: MailAddress;
  password: string;
  device: string;
  /** The hash of a session to replace. */
  instead: string | null;
  from: Taker;
}

/** How long somebody has to enter a code after the password. */
const pendingMs = 5 * 60 * 1000;

/**
 * Opens a session for a person, or begins a sign-in that needs a code. Known and unknown addresses get the same
 * response after the same time.
 */
export async function signIn(
  context: Context,
  { email, password, device, instead, from }: SignIn,
  requestId: string,
): Promise<{ token: string; session: Session } | PendingSignIn> {
  const person = await context.store.people.findByEmail(email.comparisonKey);
  const isRight = await isPassword(password, person?.passwordHash ?? null, from);
  if (!person?.passwordHash || !isRight) throw wrongPassword();
  const now = Date.now();
  const { token, session } = newSession(device, now);
  const pending = newLinkToken();
  const expiresAt = now + pendingMs;
  const { outcome } = await writeChange(
    context,
    'sign-in-by-password',
    {
      comparedHash: person.passwordHash,
      session: { ...session, personKey: person.key, personId: person.id, now, instead },
      pending: { hash: pending.hash, expiresAt },
    },
    { kind: 'person', id: person.id, requestId },
  );
  if (outcome === 'changed') throw wrongPassword();
  if (outcome === 'pending') return { pending: pending.token, expiresAt: new Date(expiresAt).toISOString() };
  return { token, session: await openedSession(context, person.key, session.hash) };
}

function wrongPassword(): Problem {
  return new Problem('wrong-password', 'The email address or the password is wrong.');
}

interface Finish {
  /** The token of the sign-in that needs a code. */
  pending: string;
  code: string;
  device: string;
  /** The hash of a session to replace. */
  instead: string | null;
}

/** Opens the session of a person who gave the right password or mailed code before, with a code. */
export async function finishSignIn(
  context: Context,
  { pending, code, device, instead }: Finish,
  requestId: string,
): Promise<{ token: string; session: Session }> {
  const now = Date.now();
  const challengeHash = hashLinkToken(pending);
  const personKey = await context.store.people.findChallenge('sign-in', challengeHash, new Date(now));
  if (personKey === undefined) throw signInExpired();
  const person = await context.store.people.read(personKey);
  const proof = await proveCode(context, person, code, now);
  const { token, session } = newSession(device, now);
  const opened = { ...session, personKey, personId: person.id, now, instead };
  const author = { kind: 'person', id: person.id, requestId } as const;
  const change = { challengeHash, proof, session: opened };
  const { outcome } = await writeChange(context, 'finish-sign-in', change, author);
  if (outcome === 'expired') throw signInExpired();
  if (outcome === 'used') throw wrongCode(proof.kind);
  return { token, session: await openedSession(context, personKey, session.hash) };
}

function signInExpired(): Problem {
  return new Problem('sign-in-expired', 'This sign-in took too long, or has ended. Start again.');
}

interface InByMailCodeSignIn {
  email: MailAddress;
  code: string;
  device: string;
  /** The hash of a session to replace. */
  instead: string | null;
}

/** Opens a session with a code that was mailed, or begins a sign-in that needs a code of the app, too. */
export async function signInByMailCode(
  context: Context,
  { email, code, device, instead }: InByMailCodeSignIn,
  requestId: string,
): Promise<{ token: string; session: Session } | PendingSignIn> {
  const now = Date.now();
  const { token, session } = newSession(device, now);
  const pending = newLinkToken();
  const expiresAt = now + pendingMs;
  const link = newPasswordLink(context.settings.url, email.comparisonKey).payload;
  const result = await writeChange(
    context,
    'use-mail-code',
    {
      emailKey: email.comparisonKey,
      ...hashesOf(context.secret, email.comparisonKey, code),
      now,
      session,
      instead,
      pending: { hash: pending.hash, expiresAt },
      link,
    },
    // Whoever has the code is the person, and the entry names them.
    { kind: 'portal', id: null, requestId },
  );
  if (result.outcome === 'pending')
    return { pending: pending.token, expiresAt: new Date(expiresAt).toISOString() };
  if (result.outcome === 'wrong') throw wrongMailCode();
  const { personKey, ended, keptKeys } = result;
  const opened = await openedSession(context, personKey, session.hash);
  return { token, session: ended.length > 0 ? { ...opened, ended, keptKeys } : opened };
}

function wrongMailCode(): Problem {
  const detail = 'This code is wrong, too old, or was used or tried too often. Ask for another one.';
  return new Problem('wrong-code', detail, [{ pointer: '/code', detail }]);
}

interface InByPasskeySignIn {
  passkey: UsedPasskey;
  device: string;
  /** The hash of a session to replace. */
  instead: string | null;
}

/** Opens the session of a person with a passkey. A device asks for a finger or a PIN, so no code is needed. */
export async function signInByPasskey(
  context: Context,
  { passkey, device, instead }: InByPasskeySignIn,
  requestId: string,
): Promise<{ token: string; session: Session }> {
  const now = Date.now();
  const { personKey, proof } = await provePasskey(context, passkey, now);
  const person = await context.store.people.read(personKey);
  const { token, session } = newSession(device, now);
  const opened = { ...session, personKey, personId: person.id, now, instead };
  const author = { kind: 'person', id: person.id, requestId } as const;
  const change = { challengeHash: null, proof, session: opened };
  const { outcome } = await writeChange(context, 'finish-sign-in', change, author);
  if (outcome !== 'signed-in') throw wrongPasskey();
  return { token, session: await openedSession(context, personKey, session.hash) };
}

import type { MailAddress } from '../../lib/account/mail-address.ts';
import type { PendingSignIn } from '../../lib/account/factors.ts';
import type { Session } from '../../lib/account/session.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { openedSession } from '../callers/read-session.ts';
import type { Context } from '../portal/context.ts';
import type { PersonRow } from '../store/people.ts';
import { writeChange } from '../store/write-change.ts';
import { newLinkToken } from './link-token.ts';
import { newSession } from './new-session.ts';
import { isPassword } from './password-hash.ts';

interface SignIn {
  email: MailAddress;
  password: string;
  device: string;
  /** The hash of a session to replace. */
  instead: string | null;
}

/** How long somebody has to enter a code after the password. */
export const pendingMs = 5 * 60 * 1000;

/**
 * Opens a session for a person, or begins a sign-in that needs a code. Known and unknown addresses get the same
 * response after the same time.
 */
export async function signIn(
  context: Context,
  { email, password, device, instead }: SignIn,
  requestId: string,
): Promise<{ token: string; session: Session } | PendingSignIn> {
  const person = await context.store.people.findByEmail(email.comparisonKey);
  const isRight = await isPassword(password, person?.passwordHash ?? null);
  if (!person || !isRight) throw new Problem('wrong-password', 'The email address or the password is wrong.');
  const factor = await context.store.people.secondFactorOf(person.key);
  if (factor?.confirmedAt) return beginSignIn(context, person, requestId);
  const now = Date.now();
  const { token, session } = newSession(device, now);
  const author = { kind: 'person', id: person.id, requestId } as const;
  const opened = { ...session, personKey: person.key, personId: person.id, now, instead };
  await writeChange(context, 'open-session', opened, author);
  return { token, session: await openedSession(context, person.key, session.hash) };
}

async function beginSignIn(
  context: Context,
  { key, id }: PersonRow,
  requestId: string,
): Promise<PendingSignIn> {
  const { token, hash } = newLinkToken();
  const now = Date.now();
  const expiresAt = now + pendingMs;
  const change = { hash, personKey: key, personId: id, now, expiresAt };
  await writeChange(context, 'begin-sign-in', change, { kind: 'person', id, requestId });
  return { pending: token, expiresAt: new Date(expiresAt).toISOString() };
}

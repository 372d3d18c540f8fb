import type { MailAddress } from '../../lib/account/mail-address.ts';
import type { PendingSignIn } from '../../lib/account/factors.ts';
import type { Session } from '../../lib/account/session.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { openedSession } from '../callers/read-session.ts';
import type { Taker } from '../limits/take-turn.ts';
import type { Context } from '../portal/context.ts';
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
  from: Taker;
}

/** How long somebody has to enter a code after the password. */
export const pendingMs = 5 * 60 * 1000;

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

import type { Session } from '../../lib/account/session.ts';
import type { MailAddress } from '../../lib/account/mail-address.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { personSession } from '../callers/read-session.ts';
import type { Context } from '../portal/context.ts';
import { writeChange } from '../store/write-change.ts';
import { newSession } from './new-session.ts';
import { isPassword } from './password-hash.ts';

interface SignIn {
  email: MailAddress;
  password: string;
  device: string;
  /** The hash of a session to replace. */
  instead: string | null;
}

/**
 * Opens a session for a person. Known and unknown addresses get the same response after the same
 * time.
 */
export async function signIn(
  context: Context,
  { email, password, device, instead }: SignIn,
  requestId: string,
): Promise<{ token: string; session: Session }> {
  const person = await context.store.people.findByEmail(email.comparisonKey);
  const isRight = await isPassword(password, person?.passwordHash ?? null);
  if (!person || !isRight) throw new Problem('wrong-password', 'The email address or the password is wrong.');
  const now = Date.now();
  const { token, session } = newSession(device, now);
  const author = { kind: 'person', id: person.id, requestId } as const;
  const opened = { ...session, personKey: person.key, personId: person.id, now, instead };
  await writeChange(context, 'open-session', opened, author);
  const active = await context.store.accounts.findSession(session.hash);
  const member = active && 'person' in active ? active.person.member : null;
  return { token, session: await personSession(context, person.key, member?.accountId ?? null) };
}

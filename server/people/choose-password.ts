import { Problem } from '../../lib/problem/problem.ts';
import type { Taker } from '../limits/take-turn.ts';
import type { Context } from '../portal/context.ts';
import { writeChange } from '../store/write-change.ts';
import { hashLinkToken } from './link-token.ts';
import { newSession } from './new-session.ts';
import { hashPassword } from './password-hash.ts';
import { passwordChangedMail } from './password-mails.ts';
import { refuseWeakPassword } from './weak-password.ts';

/**
 * Sets the password of whoever has the link. Returns the token of their new session; all others have ended. Null if they
 * have a second factor, and sign in with it.
 */
export async function choosePassword(
  context: Context,
  { token, password }: { token: string; password: string },
  device: string,
  requestId: string,
  from: Taker,
): Promise<string | null> {
  const linkHash = hashLinkToken(token);
  // Nobody makes the portal judge or hash passwords without a link.
  if (!(await context.store.people.hasLink('password', linkHash, new Date()))) throw linkExpired();
  await refuseWeakPassword(context, password, [], from);
  const passwordHash = await hashPassword(password, from);
  const now = Date.now();
  const begun = newSession(device, now);
  const result = await writeChange(
    context,
    'use-password-link',
    {
      linkHash,
      passwordHash,
      session: begun.session,
      now,
      mail: passwordChangedMail(context.settings.url),
    },
    // Whoever has the link is the person, and the entry names them as its target.
    { kind: 'portal', id: null, requestId },
  );
  if (result.personId !== null) return result.signedIn ? begun.token : null;
  throw linkExpired();
}

function linkExpired(): Problem {
  return new Problem('link-expired', 'This link has expired or was used. Ask an operator for a new one.');
}

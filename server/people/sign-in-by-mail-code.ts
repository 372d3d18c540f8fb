import type { PendingSignIn } from '../../lib/account/factors.ts';
import type { MailAddress } from '../../lib/account/mail-address.ts';
import type { Session } from '../../lib/account/session.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../portal/context.ts';
import { writeChange } from '../store/write-change.ts';
import { hashesOf } from './mail-code.ts';
import { newLinkToken } from './link-token.ts';
import { newPasswordLink } from './new-password-link.ts';
import { newSession } from './new-session.ts';
import { openedSession } from '../callers/read-session.ts';
import { pendingMs } from './sign-in.ts';

interface SignIn {
  email: MailAddress;
  code: string;
  device: string;
  /** The hash of a session to replace. */
  instead: string | null;
}

/** Opens a session with a code that was mailed, or begins a sign-in that needs a code of the app, too. */
export async function signInByMailCode(
  context: Context,
  { email, code, device, instead }: SignIn,
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
  return { token, session: await openedSession(context, result.personKey, session.hash) };
}

function wrongMailCode(): Problem {
  const detail = 'This code is wrong, too old, or was used or tried too often. Ask for another one.';
  return new Problem('wrong-code', detail, [{ pointer: '/code', detail }]);
}

import type { z } from 'zod';
import type { setupBody } from '../../lib/account/people.ts';
import { invalidBody } from '../../lib/problem/invalid-body.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Taker } from '../limits/take-turn.ts';
import type { Context } from '../portal/context.ts';
import { randomLetters } from '../random-letters.ts';
import { writeChange } from '../store/write-change.ts';
import { hashLinkToken } from './link-token.ts';
import { newSession } from './new-session.ts';
import { hashPassword } from './password-hash.ts';
import { refuseWeakPassword } from './weak-password.ts';

/** Makes the first operator, with the link that the portal printed. Returns the token of their session. */
export async function claimPortal(
  context: Context,
  { token, email, name, password }: z.output<typeof setupBody>,
  device: string,
  requestId: string,
  from: Taker,
): Promise<string> {
  const now = Date.now();
  const linkHash = hashLinkToken(token);
  // Nobody makes the portal judge or hash passwords without a link.
  if (!(await context.store.people.hasLink('setup', linkHash, new Date(now))))
    throw setupExpired((await context.store.people.hasOperator()) ? 'operator' : 'link');
  await refuseWeakPassword(context, password, [email.address, name], from);
  const passwordHash = await hashPassword(password, from);
  const { address, comparisonKey } = email;
  const person = { id: newPersonId(), email: address, emailKey: comparisonKey, name, passwordHash };
  const begun = newSession(device, now);
  const author = { kind: 'person', id: person.id, requestId } as const;
  const claim = { linkHash, person, session: begun.session, now };
  const result = await writeChange(context, 'claim-portal', claim, author);
  if (result.claimed) return begun.token;
  if (result.because === 'email')
    throw invalidBody([{ pointer: '/email', detail: 'Somebody else has this address.' }]);
  throw setupExpired(result.because);
}

function setupExpired(because: 'operator' | 'link'): Problem {
  return new Problem(
    'link-expired',
    because === 'operator'
      ? 'This portal has an operator already. Ask them for an invitation, or sign in.'
      : 'This link has expired or was used. Take the one of the newest start, or start the portal again: it prints another one.',
  );
}

export function newPersonId(): string {
  return `per_${randomLetters(16)}`;
}

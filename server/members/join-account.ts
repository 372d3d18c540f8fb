import type { z } from 'zod';
import type { newcomerBody } from '../../lib/account/members.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import { authorOf, type Caller } from '../callers/caller.ts';
import { newPeopleRules, newPersonId, type NewcomerWithPassword } from '../people/registration.ts';
import { hashLinkToken } from '../people/link-token.ts';
import { newSession, refuseWeakPassword } from '../people/change-password.ts';
import { requirePerson } from '../callers/require-role.ts';
import { hashPassword } from '../people/password-hash.ts';
import type { Context } from '../context.ts';
import { writeChange } from '../store/write-change.ts';
import { invitationExpired } from './invitations.ts';
import type { Result } from '../store/writer.ts';

/** Makes a member of the person who is signed in, who acts in the account from then on. */
export async function joinAccount(
  context: Context,
  caller: Caller,
  token: string,
  requestId: string,
): Promise<void> {
  const { key: personKey, id: personId, sessionId } = requirePerson(caller);
  const who = { personKey, personId, sessionId };
  const wish = { linkHash: hashLinkToken(token), who, allowsNew: false, operators: [], now: Date.now() };
  const result = await writeChange(context, 'use-invitation', wish, authorOf(caller, requestId));
  if (result.outcome !== 'joined') throw refusal(result.outcome);
}

/** Makes a member of somebody who is new to the portal. Returns the token of their session. */
export async function joinAsNewcomer(
  context: Context,
  { token, email, name, password }: z.output<typeof newcomerBody>,
  { device, history, requestId, from }: NewcomerWithPassword,
): Promise<string> {
  // Nobody makes the portal judge or hash passwords without an invitation.
  if (!(await context.store.members.findInvitation(hashLinkToken(token), new Date())))
    throw invitationExpired();
  await refuseWeakPassword(context, password, [email.address, name], from);
  const passwordHash = await hashPassword(password, from);
  const { address, comparisonKey } = email;
  const person = { id: newPersonId(), email: address, emailKey: comparisonKey, name, passwordHash };
  const now = Date.now();
  const started = newSession(device, now);
  const wish = {
    linkHash: hashLinkToken(token),
    who: { person, session: started.session, history },
    ...newPeopleRules(context.settings),
    now,
  };
  const author = { kind: 'person', id: person.id, requestId } as const;
  const result = await writeChange(context, 'use-invitation', wish, author);
  if (result.outcome !== 'joined') throw refusal(result.outcome);
  return started.token;
}

function refusal(outcome: Exclude<Result<'use-invitation'>['outcome'], 'joined'>): Problem {
  switch (outcome) {
    case 'link':
    // Only for new people with an identity.
    case 'used':
      return invitationExpired();
    case 'already-member':
      return new Problem('already-member', 'You are already a member of this account.');
    case 'suspended':
      return new Problem(
        'account-suspended',
        'This account is suspended, so nobody can join it now. Your link works again when that ends: ask the operator of this portal.',
      );
    case 'email':
      return invalidBody([
        {
          pointer: '/email',
          detail: 'Someone already has this address. If it is you, sign in first, then open the link again.',
        },
      ]);
    case 'closed':
      return new Problem(
        'forbidden',
        'This portal does not accept new people invited by members. Ask its operator, or sign in if you already have a profile here.',
      );
  }
}

import type { ShownInvitation } from '../../lib/account/members.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { hashLinkToken } from '../people/link-token.ts';
import type { Context } from '../portal/context.ts';
import { offerOf } from './list-invitations.ts';

/** What the link of an invitation offers. */
export async function showInvitation({ store }: Context, token: string): Promise<ShownInvitation> {
  const invitation = await store.members.findInvitation(hashLinkToken(token), new Date());
  if (!invitation) throw invitationExpired();
  return { account: { name: invitation.account.name }, ...offerOf(invitation) };
}

export function invitationExpired(): Problem {
  return new Problem(
    'link-expired',
    'This invitation has expired, was used or withdrawn. Ask for a new one.',
  );
}

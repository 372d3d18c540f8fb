import type { InvitationList, ShownInvitation } from '../../lib/account/members.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { type Caller, authorOf } from '../callers/caller.ts';
import { owners, roleRefusal } from '../callers/require-role.ts';
import type { Context } from '../context.ts';
import type { Settings } from '../env.ts';
import { hashLinkToken } from '../people/link-token.ts';
import { newPeopleRules } from '../people/registration.ts';
import { refusalOfNew } from '../store/accounts/invitation-jobs.ts';
import type { InvitationRow } from '../store/accounts/read-members.ts';
import { writeChange } from '../store/write-change.ts';
import { requireMember } from './members.ts';

/** The open invitations of the caller's account. */
export async function listInvitations({ store }: Context, caller: Caller): Promise<InvitationList> {
  requireMember(caller, 'manage-members');
  return listInvitationsOf(store, caller.purse);
}

/** The open invitations of an account, for those who may see it. */
export async function listInvitationsOf(store: Context['store'], account: string): Promise<InvitationList> {
  const rows = await store.members.openInvitations(account, new Date());
  return {
    list: rows.map((row) => ({ id: row.id, createdAt: row.createdAt.toISOString(), ...offerOf(row) })),
  };
}

/** What somebody gets who uses the invitation. */
function offerOf({ role, caps, email, expiresAt }: InvitationRow) {
  return {
    role,
    caps: { day: caps.capDay, month: caps.capMonth, total: caps.capTotal },
    email,
    expiresAt: expiresAt.toISOString(),
  };
}

/** What the link of an invitation offers, and to whom. */
export async function showInvitation(
  { store, settings }: { store: Pick<Context['store'], 'members'>; settings: Pick<Settings, 'registration'> },
  token: string,
  now: Date,
): Promise<ShownInvitation> {
  const invitation = await store.members.findInvitation(hashLinkToken(token), now);
  if (!invitation) throw invitationExpired();
  const takesNewPeople = refusalOfNew(invitation, newPeopleRules(settings)) === undefined;
  return { account: { name: invitation.account.name }, ...offerOf(invitation), takesNewPeople };
}

export function invitationExpired(): Problem {
  return new Problem(
    'link-expired',
    'This invitation has expired, was used or withdrawn, or its sender may no longer invite. Ask for a new one.',
  );
}

/** Its link stops working. */
export async function withdrawInvitation(
  context: Context,
  caller: Caller,
  id: string,
  requestId: string,
): Promise<void> {
  const { key } = requireMember(caller, 'manage-members');
  const wish = { id, accountId: caller.purse, by: key, now: Date.now() };
  const author = authorOf(caller, requestId);
  const { withdrawn, needsOwner } = await writeChange(context, 'withdraw-invitation', wish, author);
  if (needsOwner)
    throw roleRefusal('Only owners of the account can withdraw an invitation to own it.', owners);
  if (!withdrawn)
    throw new Problem(
      'not-found',
      'Your account has no open invitation with this id. It may have been used.',
    );
}

import type { InvitationList } from '../../lib/account/members.ts';
import type { Caller } from '../callers/caller.ts';
import type { Context } from '../portal/context.ts';
import type { InvitationRow } from '../store/members.ts';
import { requireMember } from './own-membership.ts';

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
export function offerOf({ role, caps, email, expiresAt }: InvitationRow) {
  return {
    role,
    caps: { day: caps.capDay, month: caps.capMonth, total: caps.capTotal },
    email,
    expiresAt: expiresAt.toISOString(),
  };
}

import type { MemberList } from '../../lib/account/members.ts';
import { maskedAddress } from '../../lib/operator/masked-address.ts';
import { utcToday } from '../../lib/text/utc-day.ts';
import type { Caller } from '../callers/caller.ts';
import { requireAccount } from '../callers/own-key.ts';
import { requireRole } from '../callers/require-role.ts';
import type { Context } from '../portal/context.ts';

const mostListed = 500;

/** The members of the caller's account, and what they have spent. */
export async function listMembers(context: Context, caller: Caller): Promise<MemberList> {
  requireAccount(caller);
  requireRole(caller, 'read-members');
  const { list, total } = await listMembersOf(context, caller.purse);
  if (caller.member && !caller.seeing) return { list, total };
  // An operator who sees the account, or a key that may be one of theirs: only members know each other's addresses.
  const masked = list.map(({ person, ...rest }) => ({
    person: { ...person, email: maskedAddress(person.email) },
    ...rest,
  }));
  return { list: masked, total };
}

/** The same of any account. */
export async function listMembersOf({ store }: Context, accountId: string): Promise<MemberList> {
  const { rows, total } = await store.members.list(accountId, utcToday(), mostListed);
  const list = rows.map(({ personId, name, email, role, joinedAt, caps, spent }) => ({
    person: { id: personId, name, email },
    role,
    joinedAt: joinedAt.toISOString(),
    spending: {
      day: { cap: caps.capDay, spent: spent.day },
      month: { cap: caps.capMonth, spent: spent.month },
      total: { cap: caps.capTotal, spent: spent.total },
    },
  }));
  return { list, total };
}

import type { MemberList, MemberChanges } from '../../lib/account/members.ts';
import type { MemberVerb } from '../../lib/account/roles.ts';
import { maskedAddress } from '../../lib/operator/people.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import { utcToday } from '../../lib/text/times.ts';
import { type Caller, type SignedInPerson, authorOf } from '../callers/caller.ts';
import {
  requirePerson,
  refuseUnlessConfirmed,
  requireAccount,
  requireRole,
  owners,
  roleRefusal,
  activeAuthor,
} from '../callers/require-role.ts';
import type { Context } from '../context.ts';
import { writeChange } from '../store/write-change.ts';

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

/** A person who has signed in and may do this in the account. Keys do not manage members. */
export function requireMember(caller: Caller, verb: MemberVerb): SignedInPerson {
  const person = requirePerson(caller);
  requireAccount(caller);
  requireRole(caller, verb);
  return person;
}

/** Why members were not changed. */
export function memberRefusal(
  outcome: 'no-member' | 'not-allowed' | 'last-owner',
  personId: string,
): Problem {
  if (outcome === 'no-member')
    return new Problem('not-found', `Your account has no member ${JSON.stringify(personId.slice(0, 100))}.`);
  if (outcome === 'not-allowed') return roleRefusal('Your role in this account does not allow this.', owners);
  return new Problem('last-owner', 'The account would have no owner. Make another member an owner first.');
}

/** Gives the caller's account another name. */
export async function renameOwnAccount(
  context: Context,
  caller: Caller,
  name: string,
  requestId: string,
): Promise<void> {
  const { key } = requireMember(caller, 'rename-account');
  const author = activeAuthor(authorOf(caller, requestId), caller);
  const wish = { accountId: caller.purse, name, by: key };
  const { outcome } = await writeChange(context, 'rename-account', wish, author);
  if (outcome === 'taken')
    throw invalidBody([{ pointer: '/name', detail: 'Another account of this portal has this name.' }]);
  if (outcome !== 'renamed') throw roleRefusal('Your role in this account does not allow this.', owners);
}

/** Changes the role or the spending limits of a member. */
export async function changeMember(
  context: Context,
  caller: Caller,
  personId: string,
  { role, caps = {} }: MemberChanges,
  requestId: string,
): Promise<void> {
  const { key } = requireMember(caller, 'manage-members');
  const author = activeAuthor(authorOf(caller, requestId), caller);
  const now = Date.now();
  refuseUnlessConfirmed(caller, now);
  const { day, month, total } = caps;
  const change = {
    accountId: caller.purse,
    personId,
    by: key,
    now,
    ...(role && { role }),
    caps: {
      ...(day !== undefined && { capDay: day }),
      ...(month !== undefined && { capMonth: month }),
      ...(total !== undefined && { capTotal: total }),
    },
  };
  const { outcome } = await writeChange(context, 'change-member', change, author);
  if (outcome !== 'changed') throw memberRefusal(outcome, personId);
}

/** Removes a member, whose keys end with it. Everybody may leave, unless they are the last owner. */
export async function removeMember(
  context: Context,
  caller: Caller,
  personId: string,
  requestId: string,
): Promise<void> {
  const person = requirePerson(caller);
  requireAccount(caller);
  const now = Date.now();
  if (personId !== person.id) {
    requireMember(caller, 'manage-members');
    refuseUnlessConfirmed(caller, now);
  }
  const wish = { accountId: caller.purse, personId, by: person.key, now };
  const { outcome } = await writeChange(context, 'remove-member', wish, authorOf(caller, requestId));
  if (outcome !== 'removed') throw memberRefusal(outcome, personId);
}

/** From now on the person acts in this account of theirs, in this session. */
export async function chooseAccount(context: Context, caller: Caller, accountId: string): Promise<void> {
  const { key, sessionId } = requirePerson(caller);
  const wish = { personKey: key, sessionId, accountId };
  const { chosen } = await writeChange(context, 'choose-account', wish);
  if (!chosen)
    throw new Problem('not-found', `You have no account ${JSON.stringify(accountId.slice(0, 100))}.`);
}

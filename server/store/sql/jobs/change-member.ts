import { mayRole } from '../../../../lib/account/member-role.ts';
import type { ChangeMemberPayload, ChangeMemberResult } from '../../member-changes.ts';
import { endMemberKeys } from '../end-member-keys.ts';
import { findMemberById, isLastOwner, mayPerson } from '../found-member.ts';
import { lockPurse } from '../lock-purse.ts';
import { run, statement, type Steps } from '../statement.ts';

const update = statement('UPDATE Member SET role = ?, capDay = ?, capMonth = ?, capTotal = ? WHERE key = ?');

/** Changes the role and the caps of a member. The keys of somebody who may no longer call end. */
export function* changeMember({
  accountId,
  personId,
  by,
  role: newRole,
  caps = {},
  now,
}: ChangeMemberPayload): Steps<ChangeMemberResult> {
  const member = yield* findMemberById(accountId, personId);
  if (!member) return { outcome: 'no-member' };
  const { role, capDay, capMonth, capTotal } = member;
  const concernsOwners = role === 'owner' || newRole === 'owner';
  if (!(yield* mayPerson(accountId, by, concernsOwners ? 'manage-owners' : 'manage-members')))
    return { outcome: 'not-allowed' };
  const before = { role, capDay, capMonth, capTotal };
  const after = { ...before, ...caps, role: newRole ?? role };
  if (after.role !== 'owner' && (yield* isLastOwner(member))) return { outcome: 'last-owner' };
  if (!mayRole(after.role, 'own-keys')) yield* endMemberKeys(member, now);
  yield* lockPurse(accountId);
  yield* run(update, after.role, after.capDay, after.capMonth, after.capTotal, member.key);
  return { outcome: 'changed', before, after };
}

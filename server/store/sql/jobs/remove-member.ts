import type { RemoveMemberPayload, RemoveMemberResult } from '../../member-changes.ts';
import { endMemberKeys } from '../end-member-keys.ts';
import { findMemberById, isLastOwner, mayPerson } from '../found-member.ts';
import { lockPurse } from '../lock-purse.ts';
import { run, statement, type Steps, timeOf } from '../statement.ts';

export const endMembership = statement('UPDATE Member SET removedAt = ? WHERE key = ?');
/** Somebody who comes back is not told again. */
export const stopTelling = statement(
  'DELETE FROM AlertRecipient WHERE personKey = ? AND alertKey IN (SELECT key FROM Alert WHERE accountKey = ?)',
);

/** Ends a membership with its keys. Anybody may leave, but not the last owner. */
export function* removeMember({
  accountId,
  personId,
  by,
  now,
}: RemoveMemberPayload): Steps<RemoveMemberResult> {
  const member = yield* findMemberById(accountId, personId);
  if (!member) return { outcome: 'no-member' };
  const { role } = member;
  const verb = role === 'owner' ? 'manage-owners' : 'manage-members';
  if (member.personKey !== by && !(yield* mayPerson(accountId, by, verb))) return { outcome: 'not-allowed' };
  if (yield* isLastOwner(member)) return { outcome: 'last-owner' };
  const revokedKeys = yield* endMemberKeys(member, now);
  yield* lockPurse(accountId);
  yield* run(stopTelling, member.personKey, member.accountKey);
  yield* run(endMembership, timeOf(now), member.key);
  return { outcome: 'removed', role, revokedKeys };
}

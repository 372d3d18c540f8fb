import type { Caps } from '../../../lib/ledger/caps.ts';
import { type MemberRole, mayRole } from '../../../lib/account/roles.ts';
import { endMemberKeys } from './key-jobs.ts';
import { findMemberById, isLastOwner, mayPerson, findMember } from './found-member.ts';
import { job } from '../sql/job.ts';
import { lockPurse } from '../sql/transfer.ts';
import { run, statement, type Steps, timeOf } from '../sql/statement.ts';
import { actIn } from './invitation-jobs.ts';

export type MemberFacts = Caps & { role: string };

const update = statement('UPDATE Member SET role = ?, capDay = ?, capMonth = ?, capTotal = ? WHERE key = ?');

/** Changes the role and the caps of a member. The keys of somebody who may no longer call end. */
export const changeMember = job({
  name: 'change-member',
  // Those of one account come one after another, so that it keeps an owner.
  publishes: 'keys',
  /** `last-owner`: the account would have no owner. */
  *steps({
    accountId,
    personId,
    by,
    role: newRole,
    caps = {},
    now,
  }: {
    accountId: string;
    personId: string;
    by: number;
    /** What is absent stays as it is. */
    role?: MemberRole;
    caps?: Partial<Caps>;
    now: number;
  }): Steps<
    | { outcome: 'changed'; before: MemberFacts; after: MemberFacts }
    | { outcome: 'no-member' | 'not-allowed' | 'last-owner' }
  > {
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
  },
  audit: ({ accountId, personId }, result) => {
    if (result.outcome !== 'changed') return null;
    return {
      target: personId,
      before: { accountId, ...result.before },
      after: { accountId, ...result.after },
    };
  },
});

/** Sets the account in which a person acts in a session. */
export const chooseAccount = job({
  name: 'choose-account',
  publishes: 'sessions',
  *steps({
    personKey,
    sessionId,
    accountId,
  }: {
    personKey: number;
    sessionId: string;
    accountId: string;
  }): Steps<{ chosen: boolean }> {
    const member = yield* findMember(accountId, personKey);
    if (!member) return { chosen: false };
    return { chosen: (yield* run(actIn, member.accountKey, sessionId, personKey)) > 0 };
  },
  audit: false,
});

export const endMembership = statement('UPDATE Member SET removedAt = ? WHERE key = ?');
/** Somebody who comes back is not told again. */
const stopTelling = statement(
  'DELETE FROM AlertRecipient WHERE personKey = ? AND alertKey IN (SELECT key FROM Alert WHERE accountKey = ?)',
);

/** Ends a membership with its keys. Anybody may leave, but not the last owner. */
export const removeMember = job({
  name: 'remove-member',
  publishes: 'keys',
  *steps({
    accountId,
    personId,
    by,
    now,
  }: {
    accountId: string;
    personId: string;
    /** The person themself, or somebody who manages members. */
    by: number;
    now: number;
  }): Steps<
    | { outcome: 'removed'; role: string; revokedKeys: number }
    | { outcome: 'no-member' | 'not-allowed' | 'last-owner' }
  > {
    const member = yield* findMemberById(accountId, personId);
    if (!member) return { outcome: 'no-member' };
    const { role } = member;
    const verb = role === 'owner' ? 'manage-owners' : 'manage-members';
    if (member.personKey !== by && !(yield* mayPerson(accountId, by, verb)))
      return { outcome: 'not-allowed' };
    if (yield* isLastOwner(member)) return { outcome: 'last-owner' };
    const revokedKeys = yield* endMemberKeys(member, now);
    yield* lockPurse(accountId);
    yield* run(stopTelling, member.personKey, member.accountKey);
    yield* run(endMembership, timeOf(now), member.key);
    return { outcome: 'removed', role, revokedKeys };
  },
  audit: ({ accountId, personId }, result) => {
    if (result.outcome !== 'removed') return null;
    const { role, revokedKeys } = result;
    return { target: personId, before: { accountId, role }, after: { accountId, role: null, revokedKeys } };
  },
});

import type { ErasePersonPayload, ErasePersonResult } from '../../people-changes.ts';
import { closeAccount } from '../close-account.ts';
import { endMemberKeys } from '../end-member-keys.ts';
import { type FoundMembership, isLastOwner, membershipsOf } from '../found-member.ts';
import { lockPurse } from '../lock-purse.ts';
import { all, first, msOf, run, statement, type Steps, timeOf } from '../statement.ts';
import { dropRecoveryCodes } from './enable-second-factor.ts';
import { endAllSessions } from './end-sessions.ts';
import { endMembership } from './remove-member.ts';
import { dropFactor } from './remove-second-factor.ts';
import { dropChallenges, dropPasskeys } from './reset-factors.ts';
import { findOtherOwner } from './set-operator-role.ts';
import { dropLinks } from './use-password-link.ts';

interface PersonRow {
  key: number;
  emailKey: string;
  operatorRole: string | null;
}

interface EndedMemberships {
  closedAccounts: string[];
  leftAccounts: string[];
  revokedKeys: number;
}

const find = statement<PersonRow>(
  'SELECT key, emailKey, operatorRole FROM Person WHERE id = ? AND erasedAt IS NULL',
);
// The key of an address has an @.
const erase = statement(
  `UPDATE Person SET email = '', emailKey = ?, name = ?, passwordHash = NULL, operatorRole = NULL, erasedAt = ?
    WHERE key = ?`,
);
const renameKeys = statement("UPDATE ApiKey SET name = 'Key of an erased person' WHERE personKey = ?");
/** Events have the names of keys. */
const dropDeliveries = statement(
  `DELETE FROM WebhookDelivery WHERE key IN
     (SELECT d.key FROM ApiKey k JOIN Webhook w ON w.accountKey = k.accountKey
        JOIN WebhookDelivery d ON d.webhookKey = w.key
       WHERE k.personKey = ? AND d.payload LIKE '%"' || k.id || '"%')`,
);
const dropMails = statement<{ id: string; createdAt: number | Date }>(
  'DELETE FROM Mail WHERE lower("to") = ? RETURNING id, createdAt',
);
const forgetInvitations = statement(
  `UPDATE Invitation SET email = NULL, withdrawnAt = CASE WHEN usedAt IS NULL THEN coalesce(withdrawnAt, ?) ELSE withdrawnAt END
    WHERE lower(email) = ?`,
);
const dropIdentities = statement('DELETE FROM Identity WHERE personKey = ?');
const dropHistory = statement('DELETE FROM GuestHistory WHERE personKey = ?');
const dropRegistration = statement('DELETE FROM Registration WHERE emailKey = ?');
const dropChallenge = statement('DELETE FROM Challenge WHERE hash = ?');

const waysIn = [
  ...[endAllSessions, dropLinks, dropFactor, dropRecoveryCodes, dropPasskeys, dropIdentities, dropChallenges],
];

/** Leaves a pseudonym of a person, under which the ledger, calls and the audit log stay. */
export function* erasePerson({ personId, codeHash, now }: ErasePersonPayload): Steps<ErasePersonResult> {
  const person = yield* first(find, personId);
  if (!person) return { outcome: 'unknown' };
  if (person.operatorRole === 'owner' && !(yield* first(findOtherOwner, personId)))
    return { outcome: 'last-operator' };
  const memberships = yield* membershipsOf(person.key);
  for (const { others, ...member } of memberships) {
    if (Number(others) === 0 || !(yield* isLastOwner(member))) continue;
    return { outcome: 'last-owner', accountId: member.accountId, accountName: member.accountName };
  }
  const mails = yield* eraseTraces(person, codeHash, now);
  const ended = yield* endMemberships(memberships, now);
  yield* run(erase, `erased ${personId}`, `Erased person ${personId.slice(-6)}`, timeOf(now), person.key);
  return { outcome: 'erased', personId, ...ended, mails };
}

/** What is not kept for the accounts of the person. Returns the mails. */
function* eraseTraces(
  { key, emailKey }: PersonRow,
  codeHash: string,
  now: number,
): Steps<{ id: string; createdAt: number }[]> {
  for (const drop of waysIn) yield* run(drop, key);
  yield* run(dropHistory, key);
  yield* run(dropRegistration, emailKey);
  yield* run(dropChallenge, codeHash);
  yield* run(dropDeliveries, key);
  yield* run(renameKeys, key);
  yield* run(forgetInvitations, timeOf(now), emailKey);
  const mails = yield* all(dropMails, emailKey);
  return mails.map(({ id, createdAt }) => ({ id, createdAt: msOf(createdAt) }));
}

/** Leaves accounts that have other members, and closes the others. */
function* endMemberships(memberships: FoundMembership[], now: number): Steps<EndedMemberships> {
  const ended: EndedMemberships = { closedAccounts: [], leftAccounts: [], revokedKeys: 0 };
  for (const { others, ...member } of memberships) {
    const isLeft = Number(others) > 0;
    ended.revokedKeys += isLeft ? yield* endMemberKeys(member, now) : yield* closeAccount(member, now);
    yield* lockPurse(member.accountId);
    yield* run(endMembership, timeOf(now), member.key);
    (isLeft ? ended.leftAccounts : ended.closedAccounts).push(member.accountId);
  }
  return ended;
}

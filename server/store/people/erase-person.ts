import { z } from 'zod';
import { job } from '../sql/job.ts';
import {
  type DeletedMail,
  deletedMails,
  type DeletedMailRow,
  closeAccount,
} from '../accounts/close-account.ts';
import { kindsOfPersonMails } from '../messages/queue-mail.ts';
import { endMemberKeys, endOperatorKeys, endOperatorLinks } from '../accounts/key-jobs.ts';
import { type FoundMembership, isLastOwner, membershipsOf } from '../accounts/found-member.ts';
import { lockPurse } from '../sql/transfer.ts';
import { dropIdentities, dropLinks } from './prove-address.ts';
import { renameOwnAccount } from './own-account.ts';
import { all, first, run, statement, type Steps, timeOf } from '../sql/statement.ts';
import { dropRecoveryCodes, dropFactor, dropChallenges, dropPasskeys } from './second-factor-jobs.ts';
import { endAllSessions } from './session-jobs.ts';
import { endMembership } from '../accounts/member-jobs.ts';
import { findOtherOwner } from './person-jobs.ts';

interface PersonRow {
  key: number;
  id: string;
  emailKey: string;
  name: string;
  operatorRole: string | null;
}

interface EndedMemberships {
  closedAccounts: string[];
  leftAccounts: string[];
  revokedKeys: number;
  /** Those that invited to closed accounts, and to accounts with the name of the person. */
  mails: DeletedMail[];
}

const find = statement<PersonRow>(
  'SELECT key, id, emailKey, name, operatorRole FROM Person WHERE id = ? AND erasedAt IS NULL',
);
// The key of an address has an @.
const erase = statement(
  `UPDATE Person SET email = '', emailKey = ?, name = ?, passwordHash = NULL, operatorRole = NULL, erasedAt = ?
    WHERE key = ?`,
);
const renameAccount = statement('UPDATE Account SET name = ? WHERE key = ?');
const renameKeysOfAccount = statement(
  "UPDATE ApiKey SET name = 'Key of a closed account' WHERE accountKey = ?",
);
const renameKeys = statement(
  "UPDATE ApiKey SET name = 'Key of an erased person' WHERE ? IN (personKey, operatorPersonKey)",
);
/** Events have the names of keys. */
const dropDeliveries = statement(
  `DELETE FROM WebhookDelivery WHERE key IN
     (SELECT d.key FROM ApiKey k JOIN Webhook w ON w.accountKey = k.accountKey
        JOIN WebhookDelivery d ON d.webhookKey = w.key
       WHERE k.personKey = ? AND d.payload LIKE '%"' || k.id || '"%')`,
);
const dropRecipient = statement('DELETE FROM AlertRecipient WHERE personKey = ?');
const dropAlerts = statement(
  'DELETE FROM Alert WHERE memberKey IN (SELECT key FROM Member WHERE personKey = ?)',
);
/** Mails of alerts to others have the names of the person and of keys, with the ids beside them. */
const dropAlertMails = statement<DeletedMailRow>(
  `DELETE FROM Mail WHERE kind = 'alert' AND (text LIKE '%(' || ? || ')%' OR EXISTS
     (SELECT 1 FROM ApiKey k WHERE k.personKey = ? AND Mail.text LIKE '%(' || k.id || ')%'))
   RETURNING id, createdAt`,
);
/** An address that is not proved may belong to somebody else, who still gets the mails that wait to be sent to it. */
const isProven = 'EXISTS (SELECT 1 FROM Person WHERE key = ? AND addressProvenAt IS NOT NULL)';
const kinds = kindsOfPersonMails.map((kind) => `'${kind}'`).join(', ');
const dropMails = statement<DeletedMailRow>(
  `DELETE FROM Mail WHERE lower("to") = ? AND (kind IN (${kinds}) OR sentAt IS NOT NULL OR ${isProven}) RETURNING id, createdAt`,
);
const forgetInvitations = statement(
  `UPDATE Invitation SET email = NULL, withdrawnAt = CASE WHEN usedAt IS NULL THEN coalesce(withdrawnAt, ?) ELSE withdrawnAt END
    WHERE lower(email) = ? AND (accountKey IN (SELECT accountKey FROM Member WHERE personKey = ?) OR ${isProven})`,
);
const ofPerson = 'SELECT key FROM Member WHERE personKey = ?';
const keysOfPerson = 'SELECT key FROM ApiKey WHERE ? IN (personKey, operatorPersonKey)';
/** What the caller was told may have names: of the person, of their keys, and of an account that has theirs. */
const forgetRefused = statement(
  `UPDATE RefusedCall SET detail = NULL, memberKey = CASE WHEN memberKey IN (${ofPerson}) THEN NULL ELSE memberKey END
    WHERE accountKey IN (SELECT accountKey FROM Member WHERE personKey = ?
                          UNION SELECT accountKey FROM ApiKey WHERE ? IN (personKey, operatorPersonKey))
      AND (problem = 'over-cap' OR memberKey IN (${ofPerson}) OR apiKeyKey IN (${keysOfPerson}))`,
);
/** The browser in which the person signed up would have them again. */
const disownHistory = statement(
  `UPDATE Call SET owner = NULL WHERE key IN
     (SELECT c.key FROM GuestHistory h JOIN Call c ON c.owner = h.owner AND c.key <= h.lastCallKey WHERE h.personKey = ?)`,
);
const dropHistory = statement('DELETE FROM GuestHistory WHERE personKey = ?');
const dropRegistration = statement(`DELETE FROM Registration WHERE emailKey = ? AND ${isProven}`);
const dropChallenge = statement(`DELETE FROM Challenge WHERE hash = ? AND ${isProven}`);

/** What belongs to the person alone. */
const dropsOfPerson = [
  endAllSessions,
  dropLinks,
  dropFactor,
  dropRecoveryCodes,
  dropPasskeys,
  dropIdentities,
  dropChallenges,
  disownHistory,
  dropHistory,
  dropRecipient,
  dropAlerts,
];

/** Leaves a pseudonym of a person, under which the ledger, calls and the audit log stay. */
export const erasePerson = job({
  name: 'erase-person',
  // Nobody signs in, joins or gets a key meanwhile.
  payload: z.strictObject({
    personId: z.string(),
    /** Under which a code is stored that was mailed to the person's address. */
    codeHash: z.string(),
    now: z.int(),
  }),
  publishes: 'keys',
  locks: 'sessions',
  /**
   * `last-owner`: the account would have members and no owner. `last-operator`: the portal would have no owner. Then
   * nothing was changed.
   */
  *steps({ personId, codeHash, now }): Steps<
    | {
        outcome: 'erased';
        personId: string;
        /** Ids of accounts that had no other member. */
        closedAccounts: string[];
        leftAccounts: string[];
        revokedKeys: number;
        mails: DeletedMail[];
      }
    | { outcome: 'unknown' }
    | { outcome: 'last-owner'; accountId: string; accountName: string }
    | { outcome: 'last-operator' }
  > {
    const person = yield* first(find, personId);
    if (!person) return { outcome: 'unknown' };
    if (person.operatorRole === 'owner' && !(yield* first(findOtherOwner, personId)))
      return { outcome: 'last-operator' };
    const memberships = yield* membershipsOf(person.key);
    for (const { others, ...member } of memberships) {
      if (Number(others) === 0 || !(yield* isLastOwner(member))) continue;
      return { outcome: 'last-owner', accountId: member.accountId, accountName: member.accountName };
    }
    const received = yield* eraseTraces(person, codeHash, now);
    const ended = yield* endMemberships(person.name, memberships, now);
    ended.revokedKeys += yield* endOperatorKeys(personId, now);
    if (person.operatorRole !== null) yield* endOperatorLinks(personId, now);
    yield* run(erase, `erased ${personId}`, `Erased person ${personId.slice(-6)}`, timeOf(now), person.key);
    return { outcome: 'erased', personId, ...ended, mails: [...received, ...ended.mails] };
  },
  audit: (_, result) => {
    if (result.outcome !== 'erased') return null;
    const { personId, closedAccounts, leftAccounts, revokedKeys } = result;
    return { target: personId, after: { closedAccounts, leftAccounts, revokedKeys } };
  },
});

/** Deletes what the accounts of the person do not need. Returns the mails to the person. */
function* eraseTraces({ key, id, emailKey }: PersonRow, codeHash: string, now: number): Steps<DeletedMail[]> {
  for (const drop of dropsOfPerson) yield* run(drop, key);
  yield* run(dropRegistration, emailKey, key);
  yield* run(dropChallenge, codeHash, key);
  yield* run(dropDeliveries, key);
  yield* run(forgetRefused, key, key, key, key, key);
  yield* run(renameKeys, key);
  yield* run(forgetInvitations, timeOf(now), emailKey, key, key);
  const received = yield* all(dropMails, emailKey, key);
  return deletedMails([...received, ...(yield* all(dropAlertMails, id, key))]);
}

/** Leaves accounts that have other members, and closes the others. */
function* endMemberships(
  person: string,
  memberships: FoundMembership[],
  now: number,
): Steps<EndedMemberships> {
  const ended: EndedMemberships = { closedAccounts: [], leftAccounts: [], revokedKeys: 0, mails: [] };
  for (const { others, ...member } of memberships) {
    if (Number(others) > 0) {
      ended.revokedKeys += yield* endMemberKeys(member, now);
      ended.leftAccounts.push(member.accountId);
      ended.mails.push(...(yield* renameOwnAccount(member, person)));
    } else {
      const closed = yield* closeAccount(member, now);
      yield* run(renameAccount, `Closed account ${member.accountId}`, member.accountKey);
      yield* run(renameKeysOfAccount, member.accountKey);
      ended.revokedKeys += closed.revokedKeys;
      ended.mails.push(...closed.mails);
      ended.closedAccounts.push(member.accountId);
    }
    yield* lockPurse(member.accountId);
    yield* run(endMembership, timeOf(now), member.key);
  }
  return ended;
}

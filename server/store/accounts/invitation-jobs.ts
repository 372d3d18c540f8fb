import { type Caps, caps } from '../../../lib/ledger/caps.ts';
import { z } from 'zod';
import { mayPerson, findMember } from './found-member.ts';
import { requireOpen } from '../sql/check-author.ts';
import { job } from '../sql/job.ts';
import { linkHistory, insertIdentity, mayBeConnected, type NewIdentity } from '../people/own-account.ts';
import { lockPurse } from '../sql/transfer.ts';
import { queueMail, reachedMailBound, mailText } from '../messages/queue-mail.ts';
import { all, first, run, statement, type Steps, timeOf } from '../sql/statement.ts';
import { findErased, openSession, type NewSession } from '../people/session-jobs.ts';
import { memberRole } from '../../../lib/account/members.ts';
import type { NewPerson } from '../people/person-jobs.ts';
import type { OperatorRole } from '../../../lib/account/session.ts';

const findAccount = statement<{ key: number }>('SELECT key FROM Account WHERE id = ?');
const findAnyMember = statement<{ key: number }>(
  'SELECT key FROM Member WHERE accountKey = ? AND removedAt IS NULL LIMIT 1',
);
const findOpen = statement<Parameters<typeof isValidStill>[0]>(
  `SELECT i.role AS role, i.invitedBy AS inviterKey, m.role AS inviterRole FROM Invitation i
     LEFT JOIN Member m ON m.accountKey = i.accountKey AND m.personKey = i.invitedBy AND m.removedAt IS NULL
    WHERE i.accountKey = ? AND i.usedAt IS NULL AND i.withdrawnAt IS NULL AND i.expiresAt > ?`,
);
const withdrawOthers = statement(
  'UPDATE Invitation SET withdrawnAt = ? WHERE accountKey = ? AND usedAt IS NULL AND withdrawnAt IS NULL',
);
// Withdrawn ones count: their mails were sent.
const countMailed = statement<{ all: number; to: number }>(
  `SELECT count(*) AS "all", coalesce(sum(CASE WHEN lower(email) = ? THEN 1 ELSE 0 END), 0) AS "to" FROM Invitation
    WHERE accountKey = ? AND createdAt > ? AND email IS NOT NULL`,
);
const insert = statement(
  `INSERT INTO Invitation (hash, id, accountKey, role, capDay, capMonth, capTotal, email, invitedBy, createdAt, expiresAt)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);

/** In a day. A stranger who registers must not use the portal to send mails. */
const mostMails = 50;
const mostMailsToOne = 3;
const dayMs = 24 * 60 * 60 * 1000;

function* hasMailedEnough(accountKey: number, address: string, now: number): Steps<boolean> {
  const since = timeOf(now - dayMs);
  const mailed = yield* first(countMailed, address.toLowerCase(), accountKey, since);
  return Number(mailed?.all) >= mostMails || Number(mailed?.to) >= mostMailsToOne;
}

/** Makes a link by which one person joins an account, and mails it if there is an address. */
export const createInvitation = job({
  name: 'create-invitation',
  payload: z.strictObject({
    /** inv_ and random letters. */
    id: z.string(),
    /** SHA-256 of the token. */
    hash: z.string(),
    accountId: z.string(),
    role: memberRole,
    caps,
    /** Null if nobody gets a mail. */
    sendTo: z.strictObject({ address: z.string(), mail: mailText }).nullable(),
    /** The person who invites; null for the command line. */
    by: z.int().nullable(),
    now: z.int(),
    expiresAt: z.int(),
    /** The network of a member who invites, as a hash. */
    askedBy: z.string().optional(),
    /** An account has no more open invitations. */
    most: z.int().min(1),
  }),
  publishes: false,
  locks: 'keys',
  /** `first-is-owner`: the account has no members, so somebody must own it first. */
  *steps(payload): Steps<{
    outcome: 'invited' | 'no-account' | 'not-allowed' | 'too-many' | 'too-many-mails' | 'first-is-owner';
  }> {
    const { accountId, role, by, now, sendTo } = payload;
    const account = yield* first(findAccount, accountId);
    if (!account) return { outcome: 'no-account' };
    yield* requireOpen(accountId);
    const verb = role === 'owner' ? 'manage-owners' : 'manage-members';
    if (by !== null && !(yield* mayPerson(accountId, by, verb))) return { outcome: 'not-allowed' };
    if (!(yield* first(findAnyMember, account.key))) {
      if (role !== 'owner') return { outcome: 'first-is-owner' };
      // The first owner of an account alone decides who else joins.
      yield* run(withdrawOthers, timeOf(now), account.key);
    }
    const open = yield* all(findOpen, account.key, timeOf(now));
    if (open.filter(isValidStill).length >= payload.most) return { outcome: 'too-many' };
    if (by !== null && sendTo) {
      const isEnough = yield* hasMailedEnough(account.key, sendTo.address, now);
      if (isEnough || (yield* reachedMailBound('invitation', sendTo.address, payload)))
        return { outcome: 'too-many-mails' };
    }
    const { capDay, capMonth, capTotal } = payload.caps;
    const terms = [role, capDay, capMonth, capTotal, sendTo?.address ?? null, by];
    const times = [timeOf(now), timeOf(payload.expiresAt)];
    yield* run(insert, payload.hash, payload.id, account.key, ...terms, ...times);
    if (sendTo)
      yield* queueMail({
        kind: 'invitation',
        to: sendTo.address,
        ...sendTo.mail,
        now,
        askedBy: payload.askedBy,
      });
    return { outcome: 'invited' };
  },
  audit: ({ id, accountId, role, caps, sendTo }, { outcome }) => {
    const after = { accountId, role, ...caps, isMailed: sendTo !== null };
    return outcome === 'invited' ? { target: id, after } : null;
  },
});

interface InvitationRow extends Caps {
  accountKey: number;
  accountId: string;
  role: string;
  inviterKey: number | null;
  inviterRole: string | null;
  operatorRole: string | null;
  triedAddresses: number;
  suspendedKey: number | null;
}

type ForNewPeople = Pick<InvitationRow, 'inviterKey' | 'operatorRole' | 'triedAddresses'>;

const findInvitation = statement<InvitationRow>(
  `SELECT i.accountKey AS accountKey, a.id AS accountId, i.role AS role, i.capDay AS capDay, i.capMonth AS capMonth,
          i.capTotal AS capTotal, i.invitedBy AS inviterKey, m.role AS inviterRole,
          p.operatorRole AS operatorRole,
          i.triedAddresses AS triedAddresses,
          (SELECT s.key FROM Purse s WHERE s.id = a.id AND s.suspendedAt IS NOT NULL) AS suspendedKey
     FROM Invitation i JOIN Account a ON a.key = i.accountKey
     LEFT JOIN Person p ON p.key = i.invitedBy
     LEFT JOIN Member m ON m.accountKey = i.accountKey AND m.personKey = i.invitedBy AND m.removedAt IS NULL
    WHERE i.hash = ? AND i.usedAt IS NULL AND i.withdrawnAt IS NULL AND i.expiresAt > ?`,
);
/** A link tells new people which addresses are known. Somebody who is known signs in, and can use it then. */
const mostTriedAddresses = 10;

const countTried = statement('UPDATE Invitation SET triedAddresses = triedAddresses + 1 WHERE hash = ?');
const useUp = statement('UPDATE Invitation SET usedAt = ? WHERE hash = ?');
const findByEmail = statement<{ key: number }>('SELECT key FROM Person WHERE emailKey = ?');
const insertPerson = statement(
  'INSERT INTO Person (id, email, emailKey, name, passwordHash, createdAt, addressProvenAt) VALUES (?, ?, ?, ?, ?, ?, ?)',
);
// Somebody who comes back has the same row, and so the same spending.
const join = statement(
  `INSERT INTO Member (accountKey, personKey, role, joinedAt, capDay, capMonth, capTotal) VALUES (?, ?, ?, ?, ?, ?, ?)
   ON CONFLICT (accountKey, personKey) DO UPDATE SET role = excluded.role, joinedAt = excluded.joinedAt,
      removedAt = NULL, capDay = excluded.capDay, capMonth = excluded.capMonth, capTotal = excluded.capTotal`,
);
export const actIn = statement('UPDATE Session SET accountKey = ? WHERE id = ? AND personKey = ?');

interface UseInvitationPayload {
  linkHash: string;
  /** Somebody who has signed in, or a new person, who is signed in by it. */
  who:
    | { personKey: number; personId: string; sessionId: string }
    | {
        person: NewPerson & { passwordHash: string | null };
        session: NewSession;
        /** The owner of the guest's calls in this browser, which the person keeps. */
        history: string | null;
        /** By which the new person signs in. */
        identity?: NewIdentity;
        /** Whether the issuer of the identity has verified the address. */
        isAddressProven?: boolean;
      };
  /** Whether members may invite people who are new to the portal. */
  allowsNew: boolean;
  /** The roles of operators who always may. */
  operators: readonly OperatorRole[];
  now: number;
}

/** Makes a member of somebody who has the link. Of several at the same time, one joins. */
export const useInvitation = job({
  name: 'use-invitation',
  // The lock is that of all jobs that make people.
  publishes: 'keys',
  locks: 'sessions',
  /**
   * `link`: it has expired or was used. `used`: the identity was proven once before, or has a person. `email`: somebody
   * else has the address. `closed`: no new people are allowed. `suspended`: the link waits until the account is active.
   */
  *steps(
    payload: UseInvitationPayload,
  ): Steps<
    | { outcome: 'joined'; accountId: string; personId: string; role: string }
    | { outcome: 'link' | 'used' | 'already-member' | 'email' | 'closed' | 'suspended' }
  > {
    const { linkHash, who, now } = payload;
    const invitation = yield* first(findInvitation, linkHash, timeOf(now));
    if (!invitation || !isValidStill(invitation)) return { outcome: 'link' };
    const { accountId, accountKey, role } = invitation;
    if ('personKey' in who && (yield* first(findErased, who.personKey))) return { outcome: 'link' };
    if ('personKey' in who && (yield* findMember(accountId, who.personKey)))
      return { outcome: 'already-member' };
    if (invitation.suspendedKey !== null) return { outcome: 'suspended' };
    if ('person' in who) {
      const refusal = refusalOfNew(invitation, payload);
      if (refusal) return { outcome: refusal };
      if (yield* first(findByEmail, who.person.emailKey)) {
        yield* run(countTried, linkHash);
        return { outcome: 'email' };
      }
      if (who.identity && !(yield* mayBeConnected(who.identity, now))) return { outcome: 'used' };
    }
    const person = 'personKey' in who ? who : yield* signUp(who, now);
    yield* run(useUp, timeOf(now), linkHash);
    yield* lockPurse(accountId);
    const { capDay, capMonth, capTotal } = invitation;
    yield* run(join, accountKey, person.personKey, role, timeOf(now), capDay, capMonth, capTotal);
    yield* run(actIn, accountKey, person.sessionId, person.personKey);
    return { outcome: 'joined', accountId, personId: person.personId, role };
  },
  audit: ({ who }, result) => {
    if (result.outcome !== 'joined') return null;
    const { personId, accountId, role } = result;
    const issuer = 'identity' in who && who.identity ? { issuer: who.identity.issuer } : {};
    return { target: personId, after: { accountId, role, ...issuer } };
  },
});

/** Why nobody who is new to the portal joins with an invitation; undefined if somebody can. */
export function refusalOfNew(
  { inviterKey, operatorRole, triedAddresses }: ForNewPeople,
  { allowsNew, operators }: Pick<UseInvitationPayload, 'allowsNew'> & { operators: readonly string[] },
): 'closed' | 'link' | undefined {
  // Those of the command line, and of operators who may invite to any account.
  const isFromOperator = inviterKey === null || (operatorRole !== null && operators.includes(operatorRole));
  if (!allowsNew && !isFromOperator) return 'closed';
  return triedAddresses >= mostTriedAddresses ? 'link' : undefined;
}

/** An invitation ends with the right of the person who made it; those of operators and the command line have none. */
export function isValidStill({
  inviterKey,
  inviterRole,
  role,
}: Pick<InvitationRow, 'inviterKey' | 'inviterRole' | 'role'>): boolean {
  if (inviterKey === null) return true;
  return inviterRole === 'owner' || (inviterRole === 'admin' && role !== 'owner');
}

function* signUp(
  {
    person,
    session,
    identity,
    isAddressProven,
    history,
  }: Extract<UseInvitationPayload['who'], { person: unknown }>,
  now: number,
): Steps<{ personKey: number; personId: string; sessionId: string }> {
  const { id, email, emailKey, name, passwordHash } = person;
  yield* run(
    insertPerson,
    id,
    email,
    emailKey,
    name,
    passwordHash,
    timeOf(now),
    isAddressProven ? timeOf(now) : null,
  );
  const { key } = (yield* first(findByEmail, emailKey)) ?? { key: 0 };
  if (identity) yield* insertIdentity(key, identity, now);
  yield* linkHistory(key, history, now);
  yield* openSession.steps({ ...session, personKey: key, personId: id, now, instead: null });
  return { personKey: key, personId: id, sessionId: session.id };
}

const withdraw = statement(
  `UPDATE Invitation SET withdrawnAt = ? WHERE id = ? AND accountKey = (SELECT key FROM Account WHERE id = ?)
      AND usedAt IS NULL AND withdrawnAt IS NULL`,
);

const findRole = statement<{ role: string }>(
  'SELECT role FROM Invitation WHERE id = ? AND accountKey = (SELECT key FROM Account WHERE id = ?)',
);

/** False if the account has no such open invitation, or the person may not withdraw it. */
export const withdrawInvitation = job({
  name: 'withdraw-invitation',
  publishes: false,
  locks: 'keys',
  *steps({
    id,
    accountId,
    by,
    now,
  }: {
    id: string;
    accountId: string;
    /** The member who withdraws it; null for operators. */
    by: number | null;
    now: number;
  }): Steps<{
    withdrawn: boolean;
    /** The person is no owner, and the invitation is to own the account. */
    needsOwner?: boolean;
  }> {
    const invited = yield* first(findRole, id, accountId);
    // As only owners invite owners.
    const verb = invited?.role === 'owner' ? 'manage-owners' : 'manage-members';
    if (by !== null && !(yield* mayPerson(accountId, by, verb)))
      return { withdrawn: false, ...(verb === 'manage-owners' && { needsOwner: true }) };
    return { withdrawn: (yield* run(withdraw, timeOf(now), id, accountId)) > 0 };
  },
  audit: ({ id }, { withdrawn }) => (withdrawn ? { target: id } : null),
});

import type { MemberCaps, UseInvitationPayload, UseInvitationResult } from '../../member-changes.ts';
import { findMember } from '../found-member.ts';
import { linkHistory } from '../link-history.ts';
import { lockPurse } from '../lock-purse.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';
import { insertIdentity, mayBeConnected } from '../new-identity.ts';
import { findErased, openSession } from './open-session.ts';

interface InvitationRow extends MemberCaps {
  accountKey: number;
  accountId: string;
  role: string;
  inviterKey: number | null;
  inviterRole: string | null;
  operatorRole: string | null;
  triedAddresses: number;
}

const findInvitation = statement<InvitationRow>(
  `SELECT i.accountKey AS accountKey, a.id AS accountId, i.role AS role, i.capDay AS capDay, i.capMonth AS capMonth,
          i.capTotal AS capTotal, i.invitedBy AS inviterKey, m.role AS inviterRole,
          p.operatorRole AS operatorRole,
          i.triedAddresses AS triedAddresses
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

/** Makes a member of somebody who has the link. Of several at the same time, one joins. */
export function* useInvitation(payload: UseInvitationPayload): Steps<UseInvitationResult> {
  const { linkHash, who, now } = payload;
  const invitation = yield* first(findInvitation, linkHash, timeOf(now));
  if (!invitation || !isValidStill(invitation)) return { outcome: 'link' };
  const { accountId, accountKey, role } = invitation;
  if ('personKey' in who && (yield* first(findErased, who.personKey))) return { outcome: 'link' };
  if ('personKey' in who && (yield* findMember(accountId, who.personKey)))
    return { outcome: 'already-member' };
  if ('person' in who) {
    if (!payload.allowsNew && !isFromOperator(invitation, payload.operators)) return { outcome: 'closed' };
    if (invitation.triedAddresses >= mostTriedAddresses) return { outcome: 'link' };
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
}

/** Those of the command line, and of operators who may invite to any account. */
function isFromOperator({ inviterKey, operatorRole }: InvitationRow, operators: readonly string[]): boolean {
  return inviterKey === null || (operatorRole !== null && operators.includes(operatorRole));
}

/** An invitation ends with the right of the person who made it. */
function isValidStill({ inviterKey, inviterRole, role }: InvitationRow): boolean {
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
  yield* openSession({ ...session, personKey: key, personId: id, now, instead: null });
  return { personKey: key, personId: id, sessionId: session.id };
}

import type { Caps } from '../../../lib/ledger/caps.ts';
import { memberRole } from '../../../lib/account/members.ts';
import { mayRole, type MemberRole, type MemberVerb } from '../../../lib/account/roles.ts';
import { all, first, statement, type Steps } from '../sql/statement.ts';

/** Somebody who is a member now. */
interface FoundMember extends Caps {
  key: number;
  accountKey: number;
  personKey: number;
  role: MemberRole;
}

type MemberRow = Omit<FoundMember, 'role'> & { role: string };

const select = `SELECT m.key AS key, m.accountKey AS accountKey, m.personKey AS personKey, m.role AS role,
       m.capDay AS capDay, m.capMonth AS capMonth, m.capTotal AS capTotal
  FROM Member m JOIN Account a ON a.key = m.accountKey`;
const findByKey = statement<MemberRow>(
  `${select} WHERE a.id = ? AND m.personKey = ? AND m.removedAt IS NULL`,
);
const findById = statement<MemberRow>(
  `${select} JOIN Person p ON p.key = m.personKey WHERE a.id = ? AND p.id = ? AND m.removedAt IS NULL`,
);
const findOtherOwner = statement<{ key: number }>(
  "SELECT key FROM Member WHERE accountKey = ? AND key <> ? AND role = 'owner' AND removedAt IS NULL LIMIT 1",
);

/** A person in an account, and how many others are in it. */
export interface FoundMembership extends FoundMember {
  accountId: string;
  accountName: string;
  others: number;
}

const findMemberships = statement<Omit<FoundMembership, 'role'> & { role: string }>(
  `SELECT m.key AS key, m.accountKey AS accountKey, m.personKey AS personKey, m.role AS role, m.capDay AS capDay,
          m.capMonth AS capMonth, m.capTotal AS capTotal, a.id AS accountId, a.name AS accountName,
          (SELECT count(*) FROM Member o WHERE o.accountKey = a.key AND o.key <> m.key AND o.removedAt IS NULL) AS others
     FROM Member m JOIN Account a ON a.key = m.accountKey
    WHERE m.personKey = ? AND m.removedAt IS NULL ORDER BY m.accountKey`,
);

export function* membershipsOf(personKey: number): Steps<FoundMembership[]> {
  const rows = yield* all(findMemberships, personKey);
  return rows.map((row) => ({ ...row, role: memberRole.parse(row.role) }));
}

export function* findMember(accountId: string, personKey: number): Steps<FoundMember | undefined> {
  return parsed(yield* first(findByKey, accountId, personKey));
}

export function* findMemberById(accountId: string, personId: string): Steps<FoundMember | undefined> {
  return parsed(yield* first(findById, accountId, personId));
}

/** Whether a person may do something in an account at this moment. */
export function* mayPerson(accountId: string, personKey: number, verb: MemberVerb): Steps<boolean> {
  const member = yield* findMember(accountId, personKey);
  return member !== undefined && mayRole(member.role, verb);
}

/** Whether the account would have no owner without this one. */
export function* isLastOwner({ key, accountKey, role }: FoundMember): Steps<boolean> {
  return role === 'owner' && (yield* first(findOtherOwner, accountKey, key)) === undefined;
}

function parsed(row: MemberRow | undefined): FoundMember | undefined {
  return row && { ...row, role: memberRole.parse(row.role) };
}

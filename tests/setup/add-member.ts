import { first, run, statement, type Steps, timeOf } from '../../server/store/sql/statement.ts';

export interface AddedMember {
  key: number;
  personKey: number;
  personId: string;
}

const addPurse = statement('INSERT INTO Purse (id, posted, pending) VALUES (?, 0, 0) ON CONFLICT DO NOTHING');
const addPerson = statement<{ key: number }>(
  `INSERT INTO Person (id, email, emailKey, name, createdAt) VALUES (?, ?, ?, ?, ?) RETURNING key`,
);
const add = statement<{ key: number }>(
  `INSERT INTO Member (accountKey, personKey, role, joinedAt)
   SELECT key, ?, ?, ? FROM Account WHERE id = ? RETURNING key`,
);
let people = 0;

/** A new person as a member of an account, for tests whose ledgers make an account of each purse. */
export function* addMember(accountId: string, role: 'owner' | 'member'): Steps<AddedMember> {
  yield* run(addPurse, accountId);
  const personId = `per_${++people}`;
  const email = `${personId}@example.com`;
  const person = yield* first(addPerson, personId, email, email, personId, timeOf(0));
  const personKey = person?.key ?? 0;
  const member = yield* first(add, personKey, role, timeOf(0), accountId);
  return { key: member?.key ?? 0, personKey, personId };
}

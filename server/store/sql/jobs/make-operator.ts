import type { MakeOperatorPayload, MakeOperatorResult } from '../../people-changes.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';

const find = statement<{ id: string; operatorRole: string | null }>(
  'SELECT id, operatorRole FROM Person WHERE emailKey = ?',
);
const insert = statement(
  `INSERT INTO Person (id, email, emailKey, name, passwordHash, operatorRole, createdAt)
   VALUES (?, ?, ?, ?, ?, ?, ?)`,
);
const promote = statement('UPDATE Person SET operatorRole = ? WHERE emailKey = ?');
export const dropSetupLinks = statement("DELETE FROM Link WHERE kind = 'setup'");

/** Makes an operator of a new person, or of one who is none yet. */
export function* makeOperator({
  person,
  role,
  passwordHash,
  now,
}: MakeOperatorPayload): Steps<MakeOperatorResult> {
  const { id, email, emailKey, name } = person;
  const known = yield* first(find, emailKey);
  if (known && known.operatorRole !== null) return { made: false, personId: known.id };
  if (known) yield* run(promote, role, emailKey);
  else yield* run(insert, id, email, emailKey, name, passwordHash, role, timeOf(now));
  if (role === 'owner') yield* run(dropSetupLinks);
  return { made: true, personId: known?.id ?? id };
}

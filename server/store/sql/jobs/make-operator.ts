import type { MakeOperatorPayload, MakeOperatorResult } from '../../people-changes.ts';
import { proveAddress } from '../prove-address.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';

const find = statement<{ key: number; id: string; operatorRole: string | null }>(
  'SELECT key, id, operatorRole FROM Person WHERE emailKey = ?',
);
const insert = statement(
  `INSERT INTO Person (id, email, emailKey, name, passwordHash, operatorRole, createdAt, addressProvenAt)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
);
const promote = statement('UPDATE Person SET operatorRole = ? WHERE emailKey = ?');
export const dropSetupLinks = statement("DELETE FROM Link WHERE kind = 'setup'");

/** Makes an operator of a new person, or of one who is none yet. Who names the address of an operator vouches for it. */
export function* makeOperator({
  person,
  role,
  passwordHash,
  now,
}: MakeOperatorPayload): Steps<MakeOperatorResult> {
  const { id, email, emailKey, name } = person;
  const known = yield* first(find, emailKey);
  if (known && known.operatorRole !== null) return { made: false, personId: known.id };
  if (known) {
    yield* run(promote, role, emailKey);
    yield* proveAddress(known.key, now);
  } else {
    const times = [timeOf(now), timeOf(now)];
    yield* run(insert, id, email, emailKey, name, passwordHash, role, ...times);
  }
  if (role === 'owner') yield* run(dropSetupLinks);
  return { made: true, personId: known?.id ?? id };
}

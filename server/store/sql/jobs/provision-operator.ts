import type { ProvisionOperatorPayload } from '../../people-changes.ts';
import { proveAddress } from '../prove-address.ts';
import { first, run, statement, type Steps } from '../statement.ts';
import { makeOperator } from './make-operator.ts';
import { findOwner } from './make-setup-link.ts';

const findKey = statement<{ key: number }>('SELECT key FROM Person WHERE emailKey = ?');
const setPassword = statement('UPDATE Person SET passwordHash = ?, operatorRole = ? WHERE emailKey = ?');

/** Makes the first operator as the settings name them. Of several portals at the same time, one does. */
export function* provisionOperator({
  person,
  passwordHash,
  now,
}: ProvisionOperatorPayload): Steps<{ personId: string | null }> {
  if (yield* first(findOwner)) return { personId: null };
  const role = 'owner';
  const { personId } = yield* makeOperator({ person, role, passwordHash, now });
  // Somebody may have the address already, as an operator of another role, too.
  const { key } = (yield* first(findKey, person.emailKey)) ?? { key: 0 };
  yield* proveAddress(key, now);
  yield* run(setPassword, passwordHash, role, person.emailKey);
  return { personId };
}

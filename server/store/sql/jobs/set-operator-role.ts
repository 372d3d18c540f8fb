import { type OperatorRole, operatorRole } from '../../../../lib/account/operator-role.ts';
import type { SetOperatorRolePayload, SetOperatorRoleResult } from '../../people-changes.ts';
import { proveAddress } from '../prove-address.ts';
import { first, run, statement, type Steps } from '../statement.ts';
import { endOperatorKeys } from '../end-operator-keys.ts';
import { endOperatorLinks } from '../end-operator-links.ts';
import { dropSetupLinks } from './make-operator.ts';
import { endSeeingOf } from './see-as.ts';

const find = statement<{ key: number; operatorRole: string | null }>(
  'SELECT key, operatorRole FROM Person WHERE id = ? AND erasedAt IS NULL',
);
/** Of the portal. */
export const findOtherOwner = statement<{ id: string }>(
  "SELECT id FROM Person WHERE operatorRole = 'owner' AND id <> ? LIMIT 1",
);
const update = statement('UPDATE Person SET operatorRole = ? WHERE id = ?');

/** Changes the role of a person. There is always an owner: jobs that publish sessions run one after another. */
export function* setOperatorRole({
  personId,
  role,
  now,
}: SetOperatorRolePayload): Steps<SetOperatorRoleResult> {
  const person = yield* first(find, personId);
  if (!person) return { outcome: 'unknown' };
  const before: OperatorRole | null = operatorRole.nullable().parse(person.operatorRole);
  if (before === 'owner' && role !== 'owner' && !(yield* first(findOtherOwner, personId)))
    return { outcome: 'last-owner' };
  yield* run(update, role, personId);
  // Whoever gives the role means the owner of the address.
  if (before === null && role !== null) yield* proveAddress(person.key, now);
  if (role !== before) yield* run(endSeeingOf, personId);
  if (role === 'owner') yield* run(dropSetupLinks);
  else if (before !== null && role !== before) yield* endOperatorLinks(personId, now);
  const revokedKeys = role === null ? yield* endOperatorKeys(personId, now) : 0;
  return { outcome: 'set', before, revokedKeys };
}

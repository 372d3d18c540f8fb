import { type OperatorRole, operatorRole } from '../../../../lib/account/operator-role.ts';
import type { SetOperatorRolePayload, SetOperatorRoleResult } from '../../people-changes.ts';
import { first, run, statement, type Steps } from '../statement.ts';
import { dropSetupLinks } from './make-operator.ts';

const find = statement<{ operatorRole: string | null }>(
  'SELECT operatorRole FROM Person WHERE id = ? AND erasedAt IS NULL',
);
/** Of the portal. */
export const findOtherOwner = statement<{ id: string }>(
  "SELECT id FROM Person WHERE operatorRole = 'owner' AND id <> ? LIMIT 1",
);
const update = statement('UPDATE Person SET operatorRole = ? WHERE id = ?');

/** Changes the role of a person. There is always an owner: jobs that publish sessions run one after another. */
export function* setOperatorRole({ personId, role }: SetOperatorRolePayload): Steps<SetOperatorRoleResult> {
  const person = yield* first(find, personId);
  if (!person) return { outcome: 'unknown' };
  const before: OperatorRole | null = operatorRole.nullable().parse(person.operatorRole);
  if (before === 'owner' && role !== 'owner' && !(yield* first(findOtherOwner, personId)))
    return { outcome: 'last-owner' };
  yield* run(update, role, personId);
  if (role === 'owner') yield* run(dropSetupLinks);
  return { outcome: 'set', before };
}

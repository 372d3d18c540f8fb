import type { z } from 'zod';
import type { OperatorRole } from '../../lib/account/operator-role.ts';
import type { roleBody } from '../../lib/operator/people.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { OperatorChange } from './change.ts';
import { requirePersonOf } from './read-person.ts';

type Wish = z.output<typeof roleBody> & { personId: string };
type Given = { operatorRole: OperatorRole | null };

/** Changes the role of a person. The portal keeps an owner. */
export const setOperatorRole: OperatorChange<Wish, 'set-operator-role', Given> = {
  right: 'set-operator-role',
  verb: 'set-operator-role',
  status: 200,
  async prepare(context, { personId, operatorRole }) {
    await requirePersonOf(context, personId);
    return { payload: { personId, role: operatorRole, now: Date.now() }, given: { operatorRole } };
  },
  answer({ outcome }, given) {
    if (outcome === 'last-owner')
      throw new Problem(
        'last-owner',
        'This person is the only owner. Give another person the role owner first.',
      );
    if (outcome === 'unknown') throw new Problem('not-found', 'There is no such person.');
    return given;
  },
};

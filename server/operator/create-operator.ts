import type { z } from 'zod';
import type { newOperatorBody } from '../../lib/operator/people.ts';
import { invalidBody } from '../../lib/problem/invalid-body.ts';
import { newPersonId } from '../people/claim-portal.ts';
import type { OperatorChange } from './change.ts';

/** Creates an operator, who chooses a password with a link. */
export const createOperator: OperatorChange<
  z.output<typeof newOperatorBody>,
  'make-operator',
  Record<string, never>
> = {
  right: 'create-person',
  verb: 'make-operator',
  status: 201,
  prepare(_context, { email: { address, comparisonKey }, name, operatorRole: role }) {
    const person = { id: newPersonId(), email: address, emailKey: comparisonKey, name };
    return Promise.resolve({ payload: { person, role, passwordHash: null, now: Date.now() }, given: {} });
  },
  answer({ made, personId }) {
    if (made) return { id: personId };
    throw invalidBody([
      {
        pointer: '/email',
        detail: `${personId} has this address and is an operator. For a new password, make a link to choose one.`,
      },
    ]);
  },
};

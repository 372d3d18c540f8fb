import type { z } from 'zod';
import type { erasureBody } from '../../lib/operator/people.ts';
import { deleteFilesOf, erasedOrProblem, erasureOf } from '../people/erase-person.ts';
import type { OperatorChange } from './change.ts';
import { requirePersonOf } from './read-person.ts';

type Wish = z.output<typeof erasureBody> & { personId: string };

/** Erases a person, of whom a pseudonym is left. */
export const erasePersonOf: OperatorChange<Wish, 'erase-person', Record<string, never>> = {
  right: 'erase-person',
  verb: 'erase-person',
  status: 200,
  async prepare(context, { personId }) {
    return { payload: erasureOf(context, await requirePersonOf(context, personId)), given: {} };
  },
  answer: (result) => erasedOrProblem(result, 'This person is'),
  afterwards: deleteFilesOf,
};

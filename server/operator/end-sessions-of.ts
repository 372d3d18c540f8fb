import type { OperatorChange } from './change.ts';
import { requirePersonOf } from './read-person.ts';

/** Ends all sessions of a person. */
export const endSessionsOf: OperatorChange<{ personId: string }, 'end-sessions', Record<string, never>> = {
  right: 'end-sessions',
  verb: 'end-sessions',
  status: 200,
  async prepare(context, { personId }) {
    const { key } = await requirePersonOf(context, personId);
    return { payload: { personKey: key, personId, which: 'all' }, given: {} };
  },
  answer: ({ ended }) => ({ ended }),
};

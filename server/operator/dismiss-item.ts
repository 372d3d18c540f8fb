import { Problem } from '../../lib/problem/problem.ts';
import type { OperatorChange } from './change.ts';
import { itemsNow } from './read-overview.ts';

/** Takes an item from what needs somebody until it happens again. Only what is shown can be dismissed. */
export const dismissItem: OperatorChange<{ item: string }, 'dismiss-item', { item: string }> = {
  right: 'dismiss-item',
  alsoNeeds: (_context, { item }) => (item.startsWith('webhook:') ? 'read-accounts' : undefined),
  verb: 'dismiss-item',
  status: 200,
  async prepare(context, { item }) {
    const now = Date.now();
    if (!(await itemsNow(context, now)).includes(item))
      throw new Problem('not-found', `Nothing that needs you has the name ${JSON.stringify(item)} now.`);
    return { payload: { item, now }, given: { item } };
  },
  answer: (_result, given) => given,
};

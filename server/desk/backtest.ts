import type { BacktestAnswer } from '../../lib/operator/backtest.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import { findPublished } from '../operator/product-releases.ts';
import { readEdited } from './publish-entry.ts';
import { type BacktestBounds, SendCalls } from './send-calls.ts';
import { accountNames, columnOf, storedBacktest } from './stored-backtest.ts';
import { isThreadEnded } from './thread-ended.ts';

interface Wish {
  entry: string;
  days: number | null;
}

const bounds: BacktestBounds = { calls: 200_000, ms: 10_000 };
/** A person reads no more. */
const mostAccounts = 20;

const dayMs = 24 * 60 * 60_000;

export function daysAgo(days: number | null): Date | undefined {
  return days === null ? undefined : new Date(Date.now() - days * dayMs);
}

/** Says what the calls of a product would have cost by an entry. Nothing is published. */
export async function backtestEntry(
  context: Context,
  slug: string,
  { entry, days }: Wish,
): Promise<BacktestAnswer> {
  const published = await findPublished(context, slug);
  const edited = await readEdited(context, published, entry);
  if (!edited.ok) return { mistakes: edited.mistakes, backtest: null };
  const { document, hash } = edited.product.row.template;
  const { key: productKey } = await context.store.callFacts.product(slug);
  context.desk.backtests.requireRoom();
  return context.desk.backtests.run(async () => {
    const thread = context.desk.startThread();
    try {
      await thread.ask('backtest', [{ document, hash, templateKey: 0 }]);
      const reach = await new SendCalls(context.store, thread).all({
        ...{ productKey, from: daysAgo(days), bounds },
      });
      const stored = storedBacktest(await thread.ask('sum', { mostAccounts }));
      const accountOf = await accountNames(context, stored);
      const [column] = stored.columns;
      if (!column) throw new Error('There is no column of one draft.');
      const { accounts, ...ofCalls } = columnOf(column, accountOf);
      const top = stored.accounts.map(({ account, columns: [sums] }) => ({
        account: accountOf(account),
        ...{ calls: sums?.calls ?? 0, before: sums?.before ?? 0, after: sums?.after ?? 0 },
      }));
      return { mistakes: [], backtest: { ...reach, ...ofCalls, accounts: { ...accounts, top } } };
    } catch (error) {
      if (!isThreadEnded(error)) throw error;
      throw new Problem('unavailable', `The calls could not be priced again: ${error.message}.`);
    } finally {
      thread.close();
    }
  });
}

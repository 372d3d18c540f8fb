import { type BacktestAnswer, type BacktestResult, uncoveredText } from '../../lib/operator/backtest.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import { findPublished } from '../operator/product-releases.ts';
import type { CallFactsRow } from '../store/calls/read-call-facts.ts';
import type { VersionRow } from '../store/catalogue/catalogue.ts';
import type { ImportThread } from './import-thread.ts';
import { readEdited } from './publish-entry.ts';
import type { ReckonedBacktest } from './reckon-backtest.ts';
import { isThreadEnded } from './thread-ended.ts';

interface Wish {
  entry: string;
  days: number | null;
}

/** At either of these it answers with what it has. Reading and reckoning are in threads. */
interface Bounds {
  calls: number;
  ms: number;
}

const bounds: Bounds = { calls: 200_000, ms: 10_000 };

const dayMs = 24 * 60 * 60_000;

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
  const from = days === null ? undefined : new Date(Date.now() - days * dayMs);
  const productKey = await context.store.callFacts.productKey(slug);
  context.desk.backtests.requireRoom();
  return context.desk.backtests.run(async () => {
    const thread = context.desk.startThread();
    try {
      await thread.ask('backtest', { document, hash, templateKey: 0 });
      const { rows, ...reach } = await readCalls(context, thread, { productKey, from });
      const reckoned = await thread.ask('sum', null);
      return { mistakes: [], backtest: { ...reach, calls: rows, ...(await named(context, reckoned)) } };
    } catch (error) {
      if (!isThreadEnded(error)) throw error;
      throw new Problem('unavailable', `The calls could not be priced again: ${error.message}.`);
    } finally {
      thread.close();
    }
  });
}

/** Sends all calls to the thread, from the newest on, until there are too many. */
async function readCalls(
  { store }: Context,
  thread: ImportThread,
  { productKey, from }: { productKey: number; from: Date | undefined },
): Promise<{ rows: number; since: string | null; isComplete: boolean }> {
  const began = performance.now();
  const sent = new Set<number>();
  const between = await store.callFacts.keysSince(from);
  let end = between?.end ?? null;
  let rows = 0;
  let since: number | undefined;
  while (between && end !== null && rows < bounds.calls && performance.now() - began < bounds.ms) {
    const page = await store.callFacts.page(productKey, from, { first: between.first, end });
    const keys = [...new Set(page.rows.map(({ versionKey }) => versionKey))].filter((key) => !sent.has(key));
    const versions = await Promise.all(keys.map((key) => readVersion(store, key)));
    for (const key of keys) sent.add(key);
    const waiting = new Set(await thread.ask('calls', { versions, rows: page.rows }));
    for (const batch of batches(page.rows.filter(({ key }) => waiting.has(key)))) {
      const ends = { from: Math.min(...batch), to: Math.max(...batch) };
      const inputs = await store.callFacts.inputs(productKey, ends);
      await thread.ask('inputs', { keys: batch, inputs });
    }
    rows += page.rows.length;
    since = page.rows.at(-1)?.startedAt ?? since;
    end = page.next;
  }
  return {
    rows,
    since: since === undefined ? null : new Date(since).toISOString(),
    isComplete: end === null,
  };
}

async function readVersion(store: Context['store'], key: number): Promise<{ key: number; row: VersionRow }> {
  const { templateKey, hash, document } = await store.catalogue.readVersion(key);
  return { key, row: { templateKey, hash, document } };
}

/** An input may be megabytes long. Of old rows the length is not known. */
const mostBytes = 8 * 1024 * 1024;
const assumedBytes = 64 * 1024;

function* batches(rows: CallFactsRow[]): Iterable<number[]> {
  let batch: number[] = [];
  let bytes = 0;
  for (const { key, inputBytes } of rows) {
    batch.push(key);
    bytes += inputBytes === 0 ? assumedBytes : (inputBytes ?? 0);
    if (bytes < mostBytes) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** With the names of accounts, which all operators may see who may see calls. */
async function named(
  { store }: Context,
  { covered, uncovered, accounts, calls, before }: ReckonedBacktest,
): Promise<Pick<BacktestResult, 'covered' | 'uncovered' | 'accounts' | 'most'>> {
  const purses = [
    ...accounts.top.map(({ account }) => account ?? ''),
    ...calls.map(({ call }) => call.purse),
  ];
  const names = await store.accounts.namesOf([...new Set(purses)]);
  const accountOf = (id: string | null) => {
    const name = names.get(id ?? '');
    return id === null || name === undefined ? null : { id, name };
  };
  const linesOf = (priced: ReckonedBacktest['before'][number] | undefined) =>
    priced?.lines.map(({ label, text, amount }) => ({ label, text, amount })) ?? [];
  return {
    covered,
    uncovered: uncovered.map((one) => ({ ...one, text: uncoveredText[one.why] })),
    accounts: {
      ...accounts,
      top: accounts.top.map(({ account, ...sums }) => ({ account: accountOf(account), ...sums })),
    },
    most: calls.map(({ call, again }, index) => ({
      ...{ id: call.id, account: accountOf(call.purse), at: new Date(call.startedAt).toISOString() },
      ...{ before: call.charged, after: again.charged },
      lines: { before: linesOf(before[index]), after: linesOf(again.priced) },
    })),
  };
}

import { createHash } from 'node:crypto';
import { Problem } from '../../lib/problem/problem.ts';
import { utcDay } from '../../lib/text/times.ts';
import type { Context } from '../context.ts';
import { errorText, log } from '../log.ts';
import { findPublished } from '../operator/product-releases.ts';
import type { VersionRow } from '../store/catalogue/catalogue.ts';
import { daysAgo } from './backtest.ts';
import { BacktestProgress, BacktestStopped } from './backtest-progress.ts';
import type { ImportThread } from './import-thread.ts';
import { readEdited } from './publish-entry.ts';
import { type BacktestBounds, readVersionRow, SendCalls } from './send-calls.ts';
import { type StoredAnswer, type StoredBacktest, storedBacktest } from './stored-backtest.ts';
import { isThreadEnded } from './thread-ended.ts';

/** In the background: nobody waits for it, and anybody can stop it. */
const bounds: BacktestBounds = { calls: 10_000_000, ms: 10 * 60_000 };
const mostAccounts = 1_000;
/** Calls of accounts that are followed, of all products: of one account, and of all. */
const mostFollowed = { ofAccount: 100_000, ofAll: 1_000_000, ms: 3 * 60_000 };

const dayMs = 24 * 60 * 60_000;

export interface BegunBacktest {
  key: number;
  slug: string;
  productKey: number;
  days: number | null;
  drafts: { number: number; digest: string }[];
}

export function digestOf(entry: string): string {
  return createHash('sha256').update(entry).digest('base64url');
}

/** Prices calls by drafts beside the requests of the portal, and says how far it is. Resolves in any case. */
export async function runBacktest(context: Context, begun: BegunBacktest): Promise<void> {
  const progress = new BacktestProgress(context.store.writer, begun.key);
  try {
    const answer = await context.desk.backtests.run(() => reckon(context, begun, progress));
    await progress.end('done', { answer: JSON.stringify(answer) });
  } catch (error) {
    if (error instanceof BacktestStopped) return progress.end('stopped');
    await progress.end('failed', { problem: problemOf(error) });
  }
}

function problemOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  if (isThreadEnded(error)) return `The calls could not be priced again: ${error.message}.`;
  log('error', 'backtest-failed', { error: errorText(error) });
  return 'The calls could not be priced again. The log of the portal says why.';
}

async function reckon(
  context: Context,
  begun: BegunBacktest,
  progress: BacktestProgress,
): Promise<StoredAnswer> {
  const began = performance.now();
  const { productKey } = begun;
  const from = daysAgo(begun.days);
  await progress.begin(await context.store.callFacts.count(productKey, from));
  progress.move(0);
  const rows = await pricings(context, begun);
  const thread = context.desk.startThread();
  try {
    await thread.ask('backtest', rows);
    const send = new SendCalls(context.store, thread);
    const onPage = (calls: number) => progress.move(calls);
    const reach = await send.all({ productKey, from, bounds, onPage });
    const stored = storedBacktest(await thread.ask('sum', { mostAccounts }));
    const since = from?.getTime() ?? 0;
    const follow = new FollowAccounts({
      context,
      thread,
      send,
      productKey,
      since,
      onPage: () => onPage(reach.calls),
    });
    if (reach.isComplete) await follow.all(stored);
    else sayNothingOf(stored);
    return { ...stored, reach, tookMs: Math.round(performance.now() - began) };
  } finally {
    thread.close();
  }
}

/** Of calls that were left out nobody knows whether they cost more. */
function sayNothingOf({ accounts }: StoredBacktest): void {
  for (const column of accounts.flatMap(({ columns }) => columns))
    column.outlook = { kind: 'unknown', why: 'too-many' };
}

/** The version in force, and those of the drafts. */
async function pricings(context: Context, { slug, drafts }: BegunBacktest): Promise<VersionRow[]> {
  const published = await findPublished(context, slug);
  const { versionKey } = await context.store.callFacts.product(slug);
  const rows = [(await readVersionRow(context.store, versionKey)).row];
  for (const { number, digest } of drafts) {
    const draft = await context.store.drafts.find(slug, number);
    if (!draft || digestOf(draft.entry) !== digest)
      throw new Problem('not-found', `Draft ${number} was changed or deleted meanwhile. Run it again.`);
    const edited = await readEdited(context, published, draft.entry);
    if (!edited.ok)
      throw new Problem(
        'not-found',
        `Draft ${number} cannot be published as it is. Mend it, and run it again.`,
      );
    const { document, hash } = edited.product.row.template;
    rows.push({ document, hash, templateKey: 0 });
  }
  return rows;
}

interface Following {
  context: Context;
  thread: ImportThread;
  send: SendCalls;
  productKey: number;
  /** Calls from then on are priced by the drafts. */
  since: number;
  /** Throws to stop. */
  onPage: () => void;
}

/** Says of accounts that would have paid or held more whether their credits and limits would have been enough. */
class FollowAccounts {
  readonly #of: Following;
  readonly #began = performance.now();
  #followed = 0;

  constructor(of: Following) {
    this.#of = of;
  }

  async all({ accounts }: StoredBacktest): Promise<void> {
    for (const { account, columns } of accounts) {
      const wanted = columns.map(({ mayRunOut }) => mayRunOut);
      if (account === null || !wanted.includes(true)) continue;
      if (this.#followed >= mostFollowed.ofAll || performance.now() - this.#began > mostFollowed.ms) return;
      const outlooks = await this.#one(account, wanted);
      for (const [index, column] of columns.entries()) column.outlook = outlooks?.[index] ?? column.outlook;
    }
  }

  /** Null if there is too much to follow. */
  async #one(account: string, wanted: boolean[]) {
    const { context, thread, send, productKey, since: from, onPage } = this.#of;
    const { replays } = context.store;
    // A day before: no call is open for so long, and limits count by days.
    const since = new Date(from === 0 ? 0 : Math.floor(from / dayMs) * dayMs - dayMs);
    const start = await replays.begin(account, since);
    if (!start) return null;
    const { purseKey, ...balance } = start;
    const month = utcDay(since.getTime()).slice(0, 7);
    await thread.ask('replay', { start: { ...balance, month, from }, wanted });
    let after = await replays.keyBefore(since);
    for (let calls = 0; calls < mostFollowed.ofAccount; ) {
      onPage();
      const rows = await replays.calls({ id: account, purseKey }, productKey, { after, since });
      const versions = await send.versionsOf(rows.filter(({ isOfProduct }) => isOfProduct));
      await send.replayed(
        rows,
        () => thread.ask('replayCalls', { versions, rows }),
        (keys) => replays.inputs(keys),
      );
      const last = rows.at(-1);
      const outlooks = await thread.ask('replayed', { isLast: last === undefined });
      if (outlooks) return outlooks;
      calls += rows.length;
      this.#followed += rows.length;
      after = last?.key ?? after;
    }
    return null;
  }
}

import { z } from 'zod';
import {
  type BacktestAccounts,
  type BacktestList,
  backtestStates,
  type newBacktestBody,
  type SavedBacktest,
} from '../../lib/operator/backtest.ts';
import { backtestDays } from '../../lib/operator/backtest-days.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import type { OperatorChange } from '../operator/change.ts';
import { findPublished } from '../operator/product-releases.ts';
import type { BacktestRow, DraftRow } from '../store/drafts/read-drafts.ts';
import type { PageWish } from '../store/prisma-reads.ts';
import { silentAfterMs } from './backtest-progress.ts';
import { authorNames, numberOf } from './product-drafts.ts';
import { readEdited } from './publish-entry.ts';
import { digestOf, runBacktest } from './run-backtest.ts';
import { accountNames, accountsOf, columnOf, storedAnswer } from './stored-backtest.ts';

type Needs = Pick<Context, 'store'>;
type Summary = BacktestList['list'][number];

/** The drafts of a backtest as they were. */
const reckonedDrafts = z.array(z.object({ number: z.int(), title: z.string(), digest: z.string() }));

export async function listBacktests(context: Needs, slug: string, wish: PageWish): Promise<BacktestList> {
  await findPublished(context, slug);
  const { rows, next } = await context.store.drafts.backtests(slug, wish);
  const numbers = rows.flatMap(({ drafts }) => draftsOf(drafts).map(({ number }) => number));
  const drafts = await context.store.drafts.some(slug, [...new Set(numbers)]);
  const nameOf = await authorNames(context, rows);
  return { list: rows.map((row) => summaryOf(row, drafts, nameOf)), next };
}

/** A backtest with its answer, or how far it is. */
export async function readBacktest(context: Needs, slug: string, wanted: string): Promise<SavedBacktest> {
  const { row, summary } = await requireBacktest(context, slug, wanted);
  if (row.answer === null) return { ...summary, result: null };
  const stored = storedAnswer(row.answer);
  const { reach, tookMs, columns, allAccounts } = stored;
  const accountOf = await accountNames(context, stored);
  const numbers = [null, ...summary.drafts.map(({ number }) => number)];
  return {
    ...summary,
    result: {
      ...{ ...reach, tookMs, allAccounts },
      columns: columns.map((column, index) => ({
        draft: numbers[index] ?? null,
        ...columnOf(column, accountOf),
      })),
      accounts: accountsOf(stored, accountOf),
    },
  };
}

/** A row for each account and column. */
export async function listBacktestAccounts(
  context: Needs,
  slug: string,
  wanted: string,
): Promise<BacktestAccounts> {
  const { result } = await readBacktest(context, slug, wanted);
  const list = result?.accounts.flatMap(({ account, columns }) =>
    columns.map((column, index) => ({ draft: result.columns[index]?.draft ?? null, account, ...column })),
  );
  return { list: list ?? [], next: null };
}

async function requireBacktest(context: Needs, slug: string, wanted: string) {
  await findPublished(context, slug);
  const row = await context.store.drafts.backtest(slug, numberOf(wanted));
  return row ? summarized(context, slug, row) : noBacktest(slug);
}

async function summarized<Row extends Omit<BacktestRow, 'answer'>>(context: Needs, slug: string, row: Row) {
  const numbers = draftsOf(row.drafts).map(({ number }) => number);
  const [drafts, nameOf] = await Promise.all([
    context.store.drafts.some(slug, numbers),
    authorNames(context, [row]),
  ]);
  return { row, summary: summaryOf(row, drafts, nameOf) };
}

function noBacktest(slug: string): never {
  throw new Problem('not-found', `The product ${slug} has no such backtest. The last 50 are kept.`);
}

function draftsOf(json: string) {
  return reckonedDrafts.parse(JSON.parse(json));
}

function summaryOf(
  row: Omit<BacktestRow, 'answer'>,
  drafts: DraftRow[],
  nameOf: (id: string | null) => string | null,
): Summary {
  const { number, days, authorKind: kind, authorId: id, createdAt, endedAt, movedAt, done, total } = row;
  const isSilent = endedAt === null && Date.now() - movedAt.getTime() > silentAfterMs;
  const state = isSilent ? 'failed' : z.enum(backtestStates).parse(row.state);
  return {
    ...{ number, state, done, total, by: { kind, id, name: nameOf(id) } },
    days: backtestDays.find((one) => one === days) ?? null,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    problem: isSilent ? 'The portal that reckoned it was stopped. Run it again.' : row.problem,
    drafts: draftsOf(row.drafts).map(({ number: draft, title, digest }) => {
      const found = drafts.find((one) => one.number === draft && one.deletedAt === null);
      const isSame = found !== undefined && digestOf(found.entry) === digest;
      return { number: draft, title, state: isSame ? 'same' : found ? 'changed' : 'deleted' };
    }),
  };
}

type Given = { slug: string };
type Wish = z.output<typeof newBacktestBody> & Given;

/** Begins to price calls by drafts, which goes on after the response. */
export const beginBacktest: OperatorChange<Wish, 'begin-backtest', Given, Context> = {
  right: 'publish-product',
  verb: 'begin-backtest',
  status: 201,
  async prepare(context, { slug, drafts: numbers, days }) {
    const published = await findPublished(context, slug);
    context.desk.backtests.requireRoom();
    const drafts = [];
    for (const [index, number] of numbers.entries()) {
      const draft = await context.store.drafts.find(slug, number);
      const refuse = (detail: string) => invalidBody([{ pointer: `/drafts/${index}`, detail }]);
      if (!draft) throw refuse(`There is no draft ${number}.`);
      const edited = await readEdited(context, published, draft.entry);
      const [mistake] = edited.ok ? [] : edited.mistakes;
      if (mistake)
        throw refuse(
          `“${draft.title}” has a fault in line ${mistake.line}: ${mistake.expected} Mend it first.`,
        );
      drafts.push({ number, title: draft.title, digest: digestOf(draft.entry) });
    }
    return {
      payload: { slug, days, drafts: JSON.stringify(drafts), numbers, now: Date.now() },
      given: { slug },
    };
  },
  answer: (result, { slug }) => (result ? { slug, number: result.number } : noBacktest(slug)),
  afterwards(context, result, { slug, days }) {
    if (!result) return;
    const { key, productKey, drafts } = result;
    void runBacktest(context, { key, slug, productKey, days, drafts: draftsOf(drafts) });
  },
};

type Act = Given & { number: string };

/** Asks the portal that reckons a backtest to stop. One that has ended stays as it is. */
export const stopBacktest: OperatorChange<Act, 'stop-backtest', Given & { number: number }, Context> = {
  right: 'publish-product',
  verb: 'stop-backtest',
  status: 200,
  async prepare(context, { slug, number }) {
    const { row } = await requireBacktest(context, slug, number);
    return { payload: { slug, number: row.number }, given: { slug, number: row.number } };
  },
  answer: (_result, given) => given,
};

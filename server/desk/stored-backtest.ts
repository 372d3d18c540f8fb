import type { AccountTotals, SummedBacktest } from '../../lib/backtest/sum-backtest.ts';
import type { Outlook } from '../../lib/backtest/replay.ts';
import {
  type BacktestAccount,
  type BacktestColumn,
  type BacktestOutlook,
  uncoveredText,
} from '../../lib/operator/backtest.ts';
import type { RecomputedPrice } from '../../lib/price/recompute.ts';
import type { Context } from '../context.ts';
import type { ReckonedBacktest } from './reckon-backtest.ts';
import type { Reach } from './send-calls.ts';

interface StoredLine {
  label: string;
  text: string;
  amount: string;
}

interface StoredCall {
  id: string;
  /** The id of its account or guest. */
  purse: string;
  startedAt: number;
  before: number;
  after: number;
  lines: { before: StoredLine[]; after: StoredLine[] };
}

interface StoredColumn extends Omit<SummedBacktest, 'calls'> {
  most: StoredCall[];
}

interface StoredAccount {
  account: string | null;
  columns: (Omit<AccountTotals, 'account'> & { outlook: Outlook })[];
}

/** What was reckoned: ids instead of names, which may change. */
export interface StoredBacktest {
  columns: StoredColumn[];
  accounts: StoredAccount[];
  allAccounts: number;
}

/** The answer of a backtest in the database. */
export type StoredAnswer = StoredBacktest & { reach: Reach; tookMs: number };

export function storedAnswer(json: string): StoredAnswer {
  return answerOf(JSON.parse(json));
}

/** Guaranteed by the portal that reckoned it, which alone writes them. */
function answerOf(value: unknown): StoredAnswer {
  return value as StoredAnswer;
}

/** An account whose calls can only have cost and held less is fine; of others nothing is known yet. */
export function storedBacktest({ columns, accounts }: ReckonedBacktest): StoredBacktest {
  return {
    columns: columns.map(({ calls, before, ...sums }) => ({
      ...sums,
      most: calls.map(({ call: { id, purse, startedAt, charged }, again }, index) => ({
        ...{ id, purse, startedAt, before: charged, after: again.charged },
        lines: { before: linesOf(before[index]), after: linesOf(again.priced) },
      })),
    })),
    accounts: accounts.list.map(({ account, columns: sums }) => ({
      account,
      columns: sums.map(({ account: _account, ...of }) => ({
        ...of,
        outlook: !of.mayRunOut
          ? { kind: 'fine' }
          : { kind: 'unknown', why: account === null ? 'guests' : 'too-many' },
      })),
    })),
    allAccounts: accounts.all,
  };
}

function linesOf(priced: RecomputedPrice | null | undefined): StoredLine[] {
  return priced?.lines.map(({ label, text, amount }) => ({ label, text, amount })) ?? [];
}

type AccountOf = (id: string | null) => { id: string; name: string } | null;

/** The names of accounts, which all operators may see who may see calls. */
export async function accountNames(
  { store }: Pick<Context, 'store'>,
  { columns, accounts }: StoredBacktest,
): Promise<AccountOf> {
  const ids = [
    ...accounts.map(({ account }) => account ?? ''),
    ...columns.flatMap(({ most }) => most.map(({ purse }) => purse)),
  ];
  const names = await store.accounts.namesOf([...new Set(ids)]);
  return (id) => {
    const name = names.get(id ?? '');
    return id === null || name === undefined ? null : { id, name };
  };
}

export function columnOf(
  { covered, uncovered, accounts, most }: StoredColumn,
  accountOf: AccountOf,
): Omit<BacktestColumn, 'draft'> {
  return {
    ...{ covered, accounts },
    uncovered: uncovered.map((one) => ({ ...one, text: uncoveredText[one.why] })),
    most: most.map(({ id, purse, startedAt, ...call }) => ({
      ...{ id, account: accountOf(purse), at: new Date(startedAt).toISOString() },
      ...call,
    })),
  };
}

export function accountsOf({ accounts }: StoredBacktest, accountOf: AccountOf): BacktestAccount[] {
  return accounts.map(({ account, columns }) => ({
    account: accountOf(account),
    columns: columns.map(({ calls, before, after, outlook }) => ({
      ...{ calls, before, after },
      outlook: outlookOf(outlook),
    })),
  }));
}

const noOutlook = { at: null, call: null, limit: null, why: null };

function outlookOf(outlook: Outlook): BacktestOutlook {
  switch (outlook.kind) {
    case 'fine':
      return { ...noOutlook, kind: 'fine' };
    case 'unknown':
      return { ...noOutlook, kind: 'unknown', why: outlook.why };
    case 'dry':
    case 'limit': {
      const { kind, call, at } = outlook;
      const limit =
        outlook.kind === 'limit' ? { of: outlook.of, period: outlook.period, credits: outlook.cap } : null;
      return { ...noOutlook, kind, call, at: new Date(at).toISOString(), limit };
    }
  }
}

import { isOfGuest } from '../ledger/purse.ts';
import type { CallFacts, UncoveredReason } from './call-facts.ts';
import type { Covered, PricedAgain } from './price-again.ts';
import { type Spread, spreadOf } from './spread.ts';

export interface Totals {
  calls: number;
  /** Credits by the price of each call, and by the draft. */
  before: number;
  after: number;
}

export interface AccountTotals extends Totals {
  /** Null: all guests together. */
  account: string | null;
  /** Whether one of its calls would have held or cost more, or may have: only then can its credits run out sooner. */
  mayRunOut: boolean;
}

export interface ChangedCall {
  call: CallFacts;
  again: Covered;
}

export interface UncoveredCalls {
  why: UncoveredReason;
  calls: number;
  credits: number;
}

export interface SummedBacktest {
  /** Of the calls that could be priced again. */
  covered: Totals;
  uncovered: UncoveredCalls[];
  accounts: {
    dearer: number;
    cheaper: number;
    same: number;
    /** Of the dearer ones, those that pay more than a tenth more. */
    overTenth: number;
    /** Of what the accounts pay more, in credits; less is negative. Null without accounts. */
    change: { p50: number; p95: number; most: number } | null;
    spread: Spread;
  };
  /** The calls that change most. */
  calls: ChangedCall[];
}

/** A person reads no more. */
const mostCalls = 10;

/**
 * Adds up calls, in any order. It keeps four values for each account and ten calls: some 200 bytes an account, so that
 * a hundred thousand of them take 20 MB, however many calls they made.
 */
export class SumBacktest {
  readonly #covered: Totals = { calls: 0, before: 0, after: 0 };
  readonly #uncovered = new Map<UncoveredReason, UncoveredCalls>();
  readonly #accounts = new Map<string | null, AccountTotals>();
  /** Accounts with a call of which nothing is known. */
  readonly #unsure = new Set<string | null>();
  #most: ChangedCall[] = [];

  add(call: CallFacts, again: PricedAgain): void {
    const account = isOfGuest(call.purse) ? null : call.purse;
    if (!again.covered) {
      const { why } = again;
      const of = this.#uncovered.get(why) ?? { why, calls: 0, credits: 0 };
      of.calls += 1;
      of.credits += call.charged;
      this.#uncovered.set(why, of);
      this.#unsure.add(account);
      return;
    }
    const ofAccount = this.#accounts.get(account) ?? nothingOf(account);
    this.#accounts.set(account, ofAccount);
    for (const totals of [this.#covered, ofAccount]) {
      totals.calls += 1;
      totals.before += call.charged;
      totals.after += again.charged;
    }
    const { quoted } = again;
    if (again.charged > call.charged || quoted === undefined || quoted > call.quoted)
      ofAccount.mayRunOut = true;
    this.#keepIfMost({ call, again });
  }

  get sum(): SummedBacktest {
    const accounts = [...this.#accounts.values()];
    const changes = accounts.map(changeOf).sort((a, b) => a - b);
    return {
      covered: { ...this.#covered },
      uncovered: [...this.#uncovered.values()].sort((a, b) => b.calls - a.calls),
      accounts: {
        dearer: changes.filter((change) => change > 0).length,
        cheaper: changes.filter((change) => change < 0).length,
        same: changes.filter((change) => change === 0).length,
        overTenth: accounts.filter(({ before, after }) => (after - before) * 10 > before).length,
        change: changes.length === 0 ? null : percentiles(changes),
        spread: spreadOf(accounts),
      },
      calls: this.#most,
    };
  }

  get accounts(): Iterable<AccountTotals> {
    return this.#accounts.values();
  }

  /** The sums of an account, also of one that has no covered calls. */
  of(account: string | null): AccountTotals {
    const found = this.#accounts.get(account) ?? nothingOf(account);
    return { ...found, mayRunOut: found.mayRunOut || this.#unsure.has(account) };
  }

  #keepIfMost(one: ChangedCall): void {
    const change = changeOfCall(one);
    const last = this.#most.at(-1);
    if (change === 0 || (last && this.#most.length === mostCalls && change <= changeOfCall(last))) return;
    this.#most = [...this.#most, one].sort((a, b) => changeOfCall(b) - changeOfCall(a)).slice(0, mostCalls);
  }
}

function nothingOf(account: string | null): AccountTotals {
  return { account, calls: 0, before: 0, after: 0, mayRunOut: false };
}

/** An account beside its sums by each of several drafts. */
export interface JoinedAccount {
  account: string | null;
  columns: AccountTotals[];
}

/** The accounts whose sums change most by one of several drafts, of how many. */
export function joinAccounts(
  sums: readonly SumBacktest[],
  most: number,
): { list: JoinedAccount[]; all: number } {
  const greatest = new Map<string | null, { change: number; before: number }>();
  for (const one of sums.flatMap(({ accounts }) => [...accounts])) {
    const { change, before } = greatest.get(one.account) ?? { change: 0, before: 0 };
    greatest.set(one.account, {
      change: Math.max(change, Math.abs(changeOf(one))),
      before: Math.max(before, one.before),
    });
  }
  const order = [...greatest].sort(([, a], [, b]) => b.change - a.change || b.before - a.before);
  return {
    list: order.slice(0, most).map(([account]) => ({ account, columns: sums.map((sum) => sum.of(account)) })),
    all: order.length,
  };
}

function changeOf({ before, after }: Totals): number {
  return after - before;
}

function changeOfCall({ call, again }: ChangedCall): number {
  return Math.abs(again.charged - call.charged);
}

/** By the nearest rank, of numbers in ascending order. */
function percentiles(sorted: number[]): { p50: number; p95: number; most: number } {
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), most: at(1) };
}

import { isOfGuest } from '../ledger/purse.ts';
import type { CallFacts, UncoveredReason } from './call-facts.ts';
import type { Covered, PricedAgain } from './price-again.ts';

export interface Totals {
  calls: number;
  /** Credits by the price of each call, and by the draft. */
  before: number;
  after: number;
}

export interface AccountTotals extends Totals {
  /** Null: all guests together. */
  account: string | null;
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
    /** Of what the accounts pay more, in credits; less is negative. Null without accounts. */
    change: { p50: number; p95: number; most: number } | null;
    /** Those whose sum changes most. */
    top: AccountTotals[];
  };
  /** The calls that change most. */
  calls: ChangedCall[];
}

/** A person reads no more. */
const mostAccounts = 20;
const mostCalls = 10;

/**
 * Adds up calls, in any order. It keeps three numbers for each account and ten calls: some 200 bytes an account, so that
 * a hundred thousand of them take 20 MB, however many calls they made.
 */
export class SumBacktest {
  readonly #covered: Totals = { calls: 0, before: 0, after: 0 };
  readonly #uncovered = new Map<UncoveredReason, UncoveredCalls>();
  readonly #accounts = new Map<string | null, AccountTotals>();
  #most: ChangedCall[] = [];

  add(call: CallFacts, again: PricedAgain): void {
    if (!again.covered) {
      const { why } = again;
      const of = this.#uncovered.get(why) ?? { why, calls: 0, credits: 0 };
      of.calls += 1;
      of.credits += call.charged;
      this.#uncovered.set(why, of);
      return;
    }
    const account = isOfGuest(call.purse) ? null : call.purse;
    const ofAccount = this.#accounts.get(account) ?? { account, calls: 0, before: 0, after: 0 };
    this.#accounts.set(account, ofAccount);
    for (const totals of [this.#covered, ofAccount]) {
      totals.calls += 1;
      totals.before += call.charged;
      totals.after += again.charged;
    }
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
        change: changes.length === 0 ? null : percentiles(changes),
        top: accounts
          .sort((a, b) => Math.abs(changeOf(b)) - Math.abs(changeOf(a)) || b.before - a.before)
          .slice(0, mostAccounts),
      },
      calls: this.#most,
    };
  }

  #keepIfMost(one: ChangedCall): void {
    const change = changeOfCall(one);
    const last = this.#most.at(-1);
    if (change === 0 || (last && this.#most.length === mostCalls && change <= changeOfCall(last))) return;
    this.#most = [...this.#most, one].sort((a, b) => changeOfCall(b) - changeOfCall(a)).slice(0, mostCalls);
  }
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

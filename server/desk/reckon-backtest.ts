import { z } from 'zod';
import { type CallFacts, type DraftPricing, type Pricing } from '../../lib/backtest/call-facts.ts';
import { PriceAgain, type PricedAgain } from '../../lib/backtest/price-again.ts';
import type { Outlook } from '../../lib/backtest/replay.ts';
import {
  type JoinedAccount,
  joinAccounts,
  SumBacktest,
  type SummedBacktest,
} from '../../lib/backtest/sum-backtest.ts';
import { isJsonObject, jsonOrUndefined } from '../../lib/json/json.ts';
import { recomputePrice, type RecomputedPrice } from '../../lib/price/recompute.ts';
import { callStates, endingSchema } from '../../lib/receipt/receipt.ts';
import { assessInput } from '../inputs/prepare-input.ts';
import { type CompiledVersion, compileVersion } from '../products/compiled-version.ts';
import type { CallFactsRow, KeptInputRow } from '../store/calls/read-call-facts.ts';
import type { VersionRow } from '../store/catalogue/catalogue.ts';
import type { ReplayedRow } from '../store/drafts/read-replay.ts';
import { ReplayByDrafts, type ReplayWish } from './replay-by-drafts.ts';

export interface BacktestCalls {
  /** Those that were not sent before. */
  versions: { key: number; row: VersionRow }[];
  rows: CallFactsRow[];
}

export interface ReplayCalls {
  versions: BacktestCalls['versions'];
  rows: ReplayedRow[];
}

export interface ReckonedColumn extends SummedBacktest {
  /** The price of each call that changes most, as its receipt has it. */
  before: (RecomputedPrice | null)[];
}

export interface ReckonedBacktest {
  /** By each draft. */
  columns: ReckonedColumn[];
  accounts: { list: JoinedAccount[]; all: number };
}

const { outcome, charge, lines, quoteLines, credits, unpriced, promised } = endingSchema.shape;
/** The members that a price depends on: reading the others takes time. */
const endFacts = z.object({
  ...{ outcome, charge, lines, quoteLines, credits, unpriced, promised },
  usage: endingSchema.shape.usage,
});

interface Version {
  earlier: Pricing;
  /** By each draft. */
  again: PriceAgain[];
}

/** Reckons the calls of a product by drafts. It is used in a thread, whose memory is limited. */
export class ReckonBacktest {
  readonly #drafts: DraftPricing[];
  /** The most that a call of each can cost. */
  readonly #most: number[];
  readonly #versions = new Map<number, Version>();
  readonly #sums: SumBacktest[];
  /** Calls of the page whose price may need the input, by key. */
  #waiting = new Map<number, CallFacts>();
  #replay: ReplayByDrafts | undefined;

  constructor(drafts: VersionRow[]) {
    const versions = drafts.map(compileVersion);
    this.#drafts = versions.map(draftPricingOf);
    this.#most = versions.map(({ bounds }) => bounds.to);
    this.#sums = drafts.map(() => new SumBacktest());
  }

  /** Takes a page of calls, and returns the keys of those whose input may say more. */
  add({ versions, rows }: BacktestCalls): number[] {
    this.#learn(versions);
    for (const row of rows) {
      const call = factsOf(row);
      const again = this.#price(call);
      if (row.inputBytes !== null && again.some(mayNeedInput)) this.#waiting.set(row.key, call);
      else this.#add(call, again);
    }
    return [...this.#waiting.keys()];
  }

  /** Takes the inputs of calls that wait for them. One that was deleted meanwhile stays as it is. */
  addInputs(given: { keys: number[]; inputs: KeptInputRow[] }): void {
    for (const { known } of this.#withInputs(given)) this.#add(known, this.#price(known));
  }

  sum(mostAccounts: number): ReckonedBacktest {
    const columns = this.#sums.map(({ sum }) => ({
      ...sum,
      before: sum.calls.map(({ call }) => this.#before(call)),
    }));
    return { columns, accounts: joinAccounts(this.#sums, mostAccounts) };
  }

  /** Begins to follow the balance of an account. */
  beginReplay(wish: ReplayWish): void {
    this.#replay = new ReplayByDrafts(wish, this.#most);
  }

  /** Takes calls of the account, in their order, and returns the keys of those whose input may say more. */
  addReplayed({ versions, rows }: ReplayCalls): number[] {
    this.#learn(versions);
    const replay = this.#replaying;
    for (const row of rows) {
      const call = row.isOfProduct && replay.isPriced(row) ? factsOf(row) : undefined;
      const again = call && this.#price(call);
      replay.take(row, again);
      if (call && row.inputBytes !== null && again?.some(mayNeedInput)) this.#waiting.set(row.key, call);
    }
    return [...this.#waiting.keys()];
  }

  addReplayedInputs(given: { keys: number[]; inputs: KeptInputRow[] }): void {
    for (const { key, known } of this.#withInputs(given)) this.#replaying.price(key, this.#price(known));
  }

  /** Follows the calls that were taken. Null if more have to be seen. */
  replay(isLast: boolean): Outlook[] | null {
    return this.#replaying.run(isLast);
  }

  get #replaying(): ReplayByDrafts {
    if (!this.#replay) throw new Error('No account is followed.');
    return this.#replay;
  }

  #learn(versions: BacktestCalls['versions']): void {
    for (const { key, row } of versions) {
      const earlier = pricingOf(compileVersion(row));
      this.#versions.set(key, {
        earlier,
        again: this.#drafts.map((draft) => new PriceAgain(earlier, draft)),
      });
    }
  }

  #price(call: CallFacts): PricedAgain[] {
    return this.#version(call).again.map((again) => again.of(call));
  }

  #add(call: CallFacts, again: PricedAgain[]): void {
    for (const [index, sum] of this.#sums.entries()) {
      const priced = again[index];
      if (priced) sum.add(call, priced);
    }
  }

  *#withInputs({ keys, inputs }: { keys: number[]; inputs: KeptInputRow[] }) {
    const texts = new Map(inputs.map(({ key, input }) => [key, input]));
    for (const key of keys) {
      const call = this.#waiting.get(key);
      this.#waiting.delete(key);
      if (!call) continue;
      const input = jsonOrUndefined(texts.get(key));
      yield { key, known: isJsonObject(input) ? { ...call, input } : call };
    }
  }

  #before(call: CallFacts): RecomputedPrice | null {
    const { program } = this.#version(call).earlier;
    return call.ending ? (recomputePrice(program.price, call.ending.lines) ?? null) : null;
  }

  #version({ version }: CallFacts): Version {
    const found = this.#versions.get(version);
    if (!found) throw new Error('A call came before its version.');
    return found;
  }
}

function mayNeedInput(again: PricedAgain): boolean {
  if (again.covered) return again.quoted === undefined;
  return again.why === 'no-input' || again.why === 'no-quote-lines';
}

export function draftPricingOf(version: CompiledVersion): DraftPricing {
  return {
    ...pricingOf(version),
    readInput: (given) => {
      const { input, missing, invalid, isTooComplex } = assessInput(version, given);
      return isTooComplex || missing.length + invalid.length > 0 ? undefined : input;
    },
  };
}

export function pricingOf({ price, charges, shape }: CompiledVersion): Pricing {
  return { program: price, charges, inputSchema: shape.schema };
}

export function factsOf({
  id,
  purse,
  versionKey,
  state,
  quoted,
  charged,
  startedAt,
  ending,
}: CallFactsRow): CallFacts {
  return {
    ...{ id, purse, quoted, charged, startedAt },
    version: versionKey,
    state: callStates[state] ?? 'unknown',
    ending: ending === null ? null : endFacts.parse(JSON.parse(ending)),
  };
}

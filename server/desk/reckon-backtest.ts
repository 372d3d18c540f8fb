import { z } from 'zod';
import { type CallFacts, type DraftPricing, type Pricing } from '../../lib/backtest/call-facts.ts';
import { PriceAgain } from '../../lib/backtest/price-again.ts';
import { SumBacktest, type SummedBacktest } from '../../lib/backtest/sum-backtest.ts';
import { isJsonObject, jsonOrUndefined } from '../../lib/json/json.ts';
import { recomputePrice, type RecomputedPrice } from '../../lib/price/recompute.ts';
import { callStates, endingSchema } from '../../lib/receipt/receipt.ts';
import { assessInput } from '../inputs/prepare-input.ts';
import { type CompiledVersion, compileVersion } from '../products/compiled-version.ts';
import type { CallFactsRow, KeptInputRow } from '../store/calls/read-call-facts.ts';
import type { VersionRow } from '../store/catalogue/catalogue.ts';

export interface BacktestCalls {
  /** Those that were not sent before. */
  versions: { key: number; row: VersionRow }[];
  rows: CallFactsRow[];
}

export interface ReckonedBacktest extends SummedBacktest {
  /** The price of each call that changes most, as its receipt has it. */
  before: (RecomputedPrice | null)[];
}

const { outcome, charge, lines, quoteLines, credits, unpriced, promised } = endingSchema.shape;
/** The members that a price depends on: reading the others takes time. */
const endFacts = z.object({
  ...{ outcome, charge, lines, quoteLines, credits, unpriced, promised },
  usage: endingSchema.shape.usage,
});

/** Reckons the calls of a product by a draft. It is used in a thread, whose memory is limited. */
export class ReckonBacktest {
  readonly #draft: DraftPricing;
  readonly #versions = new Map<number, { earlier: Pricing; again: PriceAgain }>();
  readonly #sum = new SumBacktest();
  /** Calls of the page whose price may need the input, by key. */
  #waiting = new Map<number, CallFacts>();

  constructor(draft: VersionRow) {
    const version = compileVersion(draft);
    this.#draft = {
      ...pricingOf(version),
      readInput: (given) => {
        const { input, missing, invalid, isTooComplex } = assessInput(version, given);
        return isTooComplex || missing.length + invalid.length > 0 ? undefined : input;
      },
    };
  }

  /** Takes a page of calls, and returns the keys of those whose input may say more. */
  add({ versions, rows }: BacktestCalls): number[] {
    for (const { key, row } of versions) {
      const earlier = pricingOf(compileVersion(row));
      this.#versions.set(key, { earlier, again: new PriceAgain(earlier, this.#draft) });
    }
    for (const row of rows) {
      const call = factsOf(row);
      const again = this.#version(call).again.of(call);
      const mayNeedInput = !again.covered && (again.why === 'no-input' || again.why === 'no-quote-lines');
      if (mayNeedInput && row.inputBytes !== null) this.#waiting.set(row.key, call);
      else this.#sum.add(call, again);
    }
    return [...this.#waiting.keys()];
  }

  /** Takes the inputs of calls that wait for them. One that was deleted meanwhile stays as it is. */
  addInputs({ keys, inputs }: { keys: number[]; inputs: KeptInputRow[] }): void {
    const texts = new Map(inputs.map(({ key, input }) => [key, input]));
    for (const key of keys) {
      const call = this.#waiting.get(key);
      this.#waiting.delete(key);
      if (!call) continue;
      const input = jsonOrUndefined(texts.get(key));
      const known = isJsonObject(input) ? { ...call, input } : call;
      this.#sum.add(call, this.#version(call).again.of(known));
    }
  }

  get sum(): ReckonedBacktest {
    const { sum } = this.#sum;
    const before = sum.calls.map(({ call }) => {
      const { program } = this.#version(call).earlier;
      return call.ending ? (recomputePrice(program.price, call.ending.lines) ?? null) : null;
    });
    return { ...sum, before };
  }

  #version({ version }: CallFacts): { earlier: Pricing; again: PriceAgain } {
    const found = this.#versions.get(version);
    if (!found) throw new Error('A call came before its version.');
    return found;
  }
}

function pricingOf({ price, charges, shape }: CompiledVersion): Pricing {
  return { program: price, charges, inputSchema: shape.schema };
}

function factsOf({
  ending,
  state,
  versionKey,
  key: _key,
  inputBytes: _bytes,
  ...row
}: CallFactsRow): CallFacts {
  return {
    ...row,
    version: versionKey,
    state: callStates[state] ?? 'unknown',
    ending: ending === null ? null : endFacts.parse(JSON.parse(ending)),
  };
}

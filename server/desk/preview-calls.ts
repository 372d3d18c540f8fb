import type { UncoveredReason } from '../../lib/backtest/call-facts.ts';
import { PriceAgain, type PricedAgain } from '../../lib/backtest/price-again.ts';
import { isJsonObject, jsonOrUndefined } from '../../lib/json/json.ts';
import type { Preview } from '../../lib/operator/price-preview.ts';
import { type CompiledVersion, compileVersion } from '../products/compiled-version.ts';
import type { CallFactsRow, KeptInputRow } from '../store/calls/read-call-facts.ts';
import type { VersionRow } from '../store/catalogue/catalogue.ts';
import { draftPricingOf, factsOf, pricingOf } from './reckon-backtest.ts';

export interface PreviewedCalls {
  /** Those that the calls were made with. */
  versions: { key: number; row: VersionRow }[];
  rows: CallFactsRow[];
  inputs: KeptInputRow[];
}

/** What the inputs of calls cost by the price in force and by another: how often which two, and nothing of the inputs. */
export function pricesOfCalls(
  { versions, rows, inputs }: PreviewedCalls,
  now: CompiledVersion,
  then: CompiledVersion,
): Preview['calls'] {
  const [nowPricing, thenPricing] = [draftPricingOf(now), draftPricingOf(then)];
  const made = new Map(versions.map(({ key, row }) => [key, pricingOf(compileVersion(row))]));
  const texts = new Map(inputs.map(({ key, input }) => [key, input]));
  const prices = new Map<string, Preview['calls']['prices'][number]>();
  const uncovered = new Map<UncoveredReason, number>();
  for (const row of rows) {
    const earlier = made.get(row.versionKey);
    if (!earlier) throw new Error('A call came without its version.');
    const input = jsonOrUndefined(texts.get(row.key));
    const call = { ...factsOf(row), ...(isJsonObject(input) && { input }) };
    const both = [nowPricing, thenPricing].map((draft) => quotedOf(new PriceAgain(earlier, draft).of(call)));
    const [before, after] = both;
    const why = both.find((one) => typeof one === 'string');
    if (typeof before === 'number' && typeof after === 'number') {
      const key = `${before} ${after}`;
      prices.set(key, { now: before, then: after, calls: (prices.get(key)?.calls ?? 0) + 1 });
    } else if (typeof why === 'string') uncovered.set(why, (uncovered.get(why) ?? 0) + 1);
  }
  return {
    looked: rows.length,
    prices: [...prices.values()].sort((one, other) => other.calls - one.calls),
    uncovered: [...uncovered].map(([why, calls]) => ({ why, calls })),
  };
}

/** The price of the input, whatever became of the call; or why nobody knows it. */
function quotedOf(again: PricedAgain): number | UncoveredReason {
  return again.covered ? (again.quoted ?? 'no-quote-lines') : again.why;
}

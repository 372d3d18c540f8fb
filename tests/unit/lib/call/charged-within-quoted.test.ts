import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  callOutcomes,
  chargeRow,
  chargeSchema,
  chargeTable,
  chargedCredits,
  outcomes,
} from '../../../../lib/call/charges.ts';
import type { JsonValue } from '../../../../lib/json/json.ts';
import { chargeFor, evaluatePrice } from '../../../../lib/price/evaluate.ts';
import { runs } from '../../../setup/runs.ts';
import { compiled, inputs, prices } from '../price/arbitrary-price.ts';

/** What an upstream may say that was used: mostly numbers, now and then anything. */
const numbers = fc.oneof(fc.nat(100), fc.maxSafeNat(), fc.double(), fc.integer({ min: -100, max: 0 }));
const anything = fc.jsonValue().map((value): JsonValue => JSON.parse(JSON.stringify(value)));
const usage = fc.oneof(
  { weight: 4, arbitrary: fc.record({ used: numbers }) },
  { weight: 1, arbitrary: anything },
);
const response = fc.oneof(
  { weight: 4, arbitrary: fc.record({ n: numbers }) },
  { weight: 1, arbitrary: anything },
);
const tables = fc
  .record(Object.fromEntries(outcomes.map((outcome) => [outcome, fc.constantFrom(...chargeSchema.options)])))
  .map(chargeTable);

it('charged ≤ quoted: whatever the price, the input, the use, the promise and the end of the call', () => {
  let settledAbove = 0;
  let charged = 0;
  fc.assert(
    fc.property(
      prices,
      inputs,
      fc.record({ usage, response }),
      fc.option(fc.nat(40), { nil: Number.POSITIVE_INFINITY }),
      tables,
      (price, input, use, promised, table) => {
        const program = compiled(price);
        const priced = evaluatePrice(program, { input });
        fc.pre(priced.ok);
        if (!priced.ok) throw new Error('fc.pre has thrown');
        const quoted = Math.min(priced.credits, promised);
        const settled = chargeFor(program, { quoted, priced }, { input, ...use });
        settledAbove += Number(settled.ok && settled.settledAbove);
        charged += Number(settled.ok && settled.charged > 0);
        const byUse = settled.ok ? settled.settled : null;
        const charges = callOutcomes.map((outcome) =>
          chargedCredits(chargeRow(table, outcome), quoted, byUse),
        );
        expect(priced.credits).toBeGreaterThanOrEqual(price.minimum ?? 0);
        expect(priced.credits).toBeLessThanOrEqual(price.maximum);
        if (settled.ok) expect(settled.settledAbove).toBe(settled.settled > quoted);
        return [settled.ok ? settled.charged : 0, ...charges].every(
          (credits) => Number.isSafeInteger(credits) && credits >= 0 && credits <= quoted,
        );
      },
    ),
    { numRuns: runs(1_000) },
  );
  // Neither is rare, or the property would say little.
  expect(settledAbove).toBeGreaterThan(20);
  expect(charged).toBeGreaterThan(100);
});

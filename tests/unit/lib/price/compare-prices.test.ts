import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chargedCredits } from '../../../../lib/call/charges.ts';
import { canBeDearer } from '../../../../lib/price/compare-prices.ts';
import type { PriceProgram } from '../../../../lib/price/compile-price.ts';
import { evaluatePrice, settlePrice, type Use } from '../../../../lib/price/evaluate.ts';
import { type Price, priceSchema } from '../../../../lib/price/price.ts';
import { changes, compiled, inputSchema, inputs, prices, uses } from './arbitrary-price.ts';
import { runs } from '../../../setup/runs.ts';

const price = (lines: object[], rest: object = {}) => priceSchema.parse({ lines, maximum: 100, ...rest });
const flat = (credits: number, rest: object = {}) => ({ label: 'x', flat: credits, ...rest });
const per = (rest: object = {}) => ({
  label: 'x',
  per: { quantity: 'input.endless', rate: 1, unit: 'row', ...rest },
});
const metered = { quantity: { quoted: 'input.count', settled: 'usage.used' } };
const tiers = (steps: object[], mode = 'graduated') => ({
  label: 'x',
  tiers: { quantity: 'input.endless', unit: 'row', mode, steps },
});
const choice = (credits: object, rest: object = {}) => ({
  label: 'x',
  choice: { value: 'input.format', credits, ...rest },
});

describe('canBeDearer', () => {
  it.each<[string, boolean, Price, Price]>(
    // biome-ignore format: a table
    [
      ['the same', false, price([flat(1), per()]), price([per(), flat(1)])],
      ['a flat price that falls', false, price([flat(2)]), price([flat(1)])],
      ['a flat price that rises', true, price([flat(2)]), price([flat(3)])],
      ['one that rises below a whole credit', true, price([flat(2), per({ rate: 0.1 })]), price([flat(2.1), per({ rate: 0.1 })])],
      ['two lines in place of one', false, price([flat(3), per()]), price([flat(1), flat(2), per()])],
      ['a line that is gone', false, price([flat(3), per()]), price([per()])],
      ['a rate that falls', false, price([per()]), price([per({ rate: 0.9 })])],
      ['a rate that rises', true, price([per()]), price([per({ rate: 1.1 })])],
      ['another formula', true, price([per()]), price([per({ quantity: 'input.endless + 0' })])],
      ['more that is included', false, price([per({ included: 1 })]), price([per({ included: 3 })])],
      ['less that is included', true, price([per({ included: 3 })]), price([per({ included: 1 })])],
      ['greater units', false, price([per({ every: 10 })]), price([per({ every: 20 })])],
      ['smaller units at a lower rate', true, price([per({ every: 10 })]), price([per({ every: 5, rate: 0.5 })])],
      ['a rate below the steps', false, price([tiers([{ upTo: 10, rate: 2 }, { rate: 1 }])]), price([per()])],
      ['steps that end below, and begin above', true, price([per()]), price([tiers([{ upTo: 10, rate: 2 }, { rate: 0.5 }])])],
      ['steps that begin below, and end above', true, price([per()]), price([tiers([{ upTo: 10, rate: 0 }, { rate: 1.1 }])])],
      ['volume, which is never above its own steps', false, price([tiers([{ upTo: 10, rate: 2 }, { rate: 1 }])]), price([tiers([{ upTo: 10, rate: 2 }, { rate: 1 }], 'volume')])],
      ['volume that rises, which is above them', true, price([tiers([{ upTo: 10, rate: 1 }, { rate: 2 }])]), price([tiers([{ upTo: 10, rate: 1 }, { rate: 2 }], 'volume')])],
      ['a choice that falls', false, price([choice({ png: 1, svg: 2 }, { otherwise: 3 })]), price([choice({ png: 1, svg: 1 }, { otherwise: 3 })])],
      ['a choice that rises', true, price([choice({ png: 1, svg: 2 }, { otherwise: 3 })]), price([choice({ png: 1, svg: 3 }, { otherwise: 3 })])],
      ['a choice that is gone, and falls to the others', true, price([choice({ png: 1 }, { otherwise: 3 })]), price([choice({}, { otherwise: 3 })])],
      ['a new choice below what it was', false, price([choice({}, { otherwise: 3 })]), price([choice({ png: 2 }, { otherwise: 3 })])],
      ['a condition on what always applied', false, price([flat(3)]), price([flat(3, { when: 'input.wide' })])],
      ['no condition any more', true, price([flat(3, { when: 'input.wide' })]), price([flat(3)])],
      ['a higher maximum that is never reached', false, price([flat(3)]), price([flat(3)], { maximum: 200 })],
      ['a higher maximum', true, price([per()]), price([per()], { maximum: 200 })],
      ['a lower maximum', false, price([per()]), price([per({ rate: 1 })], { maximum: 50 })],
      ['dearer lines below a maximum that was always paid', false, price([flat(3)]), price([per()], { maximum: 3 })],
      ['a higher minimum', true, price([per()]), price([per()], { minimum: 1 })],
      ['a minimum below what was always paid', false, price([flat(2), per()]), price([flat(2), per()], { minimum: 2 })],
      ['a minimum that use came below', true, price([flat(0), per({ quantity: { quoted: 'input.count + 5', settled: 'usage.used' } })]), price([per({ quantity: { quoted: 'input.count + 5', settled: 'usage.used' } })], { minimum: 5 })],
      ['a lower rate of use', false, price([per(metered)]), price([per({ ...metered, rate: 0.5 })])],
      ['what was settled by use, by the quote', true, price([per(metered)]), price([per({ quantity: 'input.count' })])],
      ['what was quoted, settled by use', false, price([flat(20)]), price([per(metered)], { maximum: 20 })],
      ['a condition on what was settled by use', true, price([per(metered), flat(1)]), price([{ ...per(metered), when: 'input.wide' }, flat(1)])],
    ],
  )('%s: %s', (_, dearer, before, after) => {
    expect(canBeDearer(compiled(before), compiled(after), inputSchema)).toBe(dearer);
  });

  it('proves nothing that an input and a use disprove', () => {
    let proofs = 0;
    const changed = fc.tuple(prices, fc.array(changes, { maxLength: 3 })).map(([before, made]) => ({
      before,
      after: priceSchema.parse(made.reduce<Price>((price, change) => change(price), before)),
    }));
    const calls = fc.array(fc.tuple(inputs, uses), { minLength: 5, maxLength: 10 });
    fc.assert(
      fc.property(fc.oneof(changed, fc.record({ before: prices, after: prices })), calls, (pair, made) => {
        const [before, after] = [compiled(pair.before), compiled(pair.after)];
        if (canBeDearer(before, after, inputSchema)) return;
        proofs += 1;
        for (const [input, used] of made) {
          const most = costOf(before, { input, ...used });
          if (most !== undefined) expect(costOf(after, { input, ...used }) ?? 0).toBeLessThanOrEqual(most);
        }
      }),
      { numRuns: runs(2_000) },
    );
    expect(proofs).toBeGreaterThan(100);
  });
});

/** Undefined for an input without a price. A use without one makes the call free. */
function costOf(program: PriceProgram, use: Use): number | undefined {
  const quote = evaluatePrice(program, use);
  if (!quote.ok) return undefined;
  const settled = settlePrice(program, quote, use);
  return settled.ok ? chargedCredits('settled', quote.credits, settled.credits) : 0;
}

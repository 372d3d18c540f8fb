import { describe, expect, it } from 'vitest';
import { type Charges, chargeTable } from '../../../../lib/call/charges.ts';
import { compilePrice } from '../../../../lib/price/compile-price.ts';
import { priceChanges } from '../../../../lib/price/price-changes.ts';
import { type Price, priceSchema } from '../../../../lib/price/price.ts';

const schema = {
  type: 'object',
  properties: { pages: { type: 'integer', minimum: 1, maximum: 50 }, fast: { type: 'boolean' } },
  required: ['pages', 'fast'],
};

function priced(price: Partial<Price>, charges: Charges = {}) {
  const compiled = compilePrice(priceSchema.parse({ lines: [], maximum: 90, ...price }), schema);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors));
  return { program: compiled.program, charges: chargeTable(charges) };
}

const flat = (label: string, credits: number, when?: string) => ({
  label,
  flat: credits,
  ...(when && { when }),
});
const pages = (rate: number, more = {}) => ({
  label: 'Pages',
  per: { quantity: 'input.pages', rate, unit: 'page', ...more },
});
const changed = (before: ReturnType<typeof priced>, now: ReturnType<typeof priced>) =>
  priceChanges(before, now, schema).map(({ kind, label, before: old, now: next }) => [
    kind,
    label,
    old,
    next,
  ]);

describe('priceChanges', () => {
  it('says nothing of what stays, in whatever order', () => {
    const lines = [flat('A call', 1), pages(2)];
    expect(changed(priced({ lines }), priced({ lines: lines.toReversed() }))).toEqual([]);
  });

  it('says which lines are new, gone, renamed, dearer and cheaper', () => {
    const before = [flat('A call', 1), flat('Fast', 4, 'input.fast'), flat('Old', 2), flat('Gone', 3)];
    const now = [flat('A call', 2), flat('Fast', 3, 'input.fast'), flat('Young', 2), pages(0.5)];
    expect(changed(priced({ lines: before }), priced({ lines: now }))).toEqual([
      ['dearer', 'A call', '1 credit for each call', '2 credits for each call'],
      [
        ...['cheaper', 'Fast', '4 credits for each call, only if input.fast'],
        '3 credits for each call, only if input.fast',
      ],
      ['renamed', 'Young', 'Old', 'Young'],
      ['new', 'Pages', null, '0.5 credits per page, counted in whole pages, by input.pages'],
      ['gone', 'Gone', '3 credits for each call', null],
    ]);
  });

  it('calls a line changed where some calls cost more and others less', () => {
    const steps = (first: number, rest: number) => ({
      label: 'Pages',
      tiers: {
        ...{ quantity: 'input.pages', unit: 'page', mode: 'graduated' as const },
        steps: [{ upTo: 9, rate: first }, { rate: rest }],
      },
    });
    const kinds = changed(priced({ lines: [steps(1, 1)] }), priced({ lines: [steps(2, 0.5)] }));
    expect(kinds.map(([kind]) => kind)).toEqual(['changed']);
  });

  it('sees units of another size, and compares lines without the most of the price', () => {
    const [every10, every20] = [10, 20].map((every) => priced({ lines: [pages(2, { every })] }));
    expect(every10 && every20 && changed(every10, every20)).toEqual([
      [
        ...['cheaper', 'Pages', '2 credits per page, counted in whole pages, by input.pages, each of 10'],
        '2 credits per page, counted in whole pages, by input.pages, each of 20',
      ],
    ]);
    expect(
      changed(priced({ lines: [pages(2)] }), priced({ lines: [pages(1)], maximum: 95, minimum: 3 })).map(
        ([kind, label, old, next]) => [kind, label, ...(label === 'Pages' ? [] : [old, next])],
      ),
    ).toEqual([
      ['cheaper', 'Pages'],
      ['dearer', 'The least that a call costs', '0 credits', '3 credits'],
      ['dearer', 'The most that a call costs', '90 credits', '95 credits'],
    ]);
  });

  it('says what failed calls cost', () => {
    expect(changed(priced({}), priced({}, { timeout: 'quoted' }))).toEqual([
      ['dearer', 'The API times out', 'free', 'charged the full quote'],
    ]);
  });
});

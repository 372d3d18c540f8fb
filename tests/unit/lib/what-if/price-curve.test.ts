import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curveRows, type PriceCurve, priceCurve } from '../../../../lib/what-if/price-curve.ts';

const creditsOf = ({ points }: PriceCurve, position: number) =>
  points.findLast((point) => point.position <= position)?.credits;

describe('the steps of a price', () => {
  it('stand where the price changes, for any price that rises', () => {
    const prices = fc.array(fc.tuple(fc.nat(5), fc.boolean()), { minLength: 2, maxLength: 400 });
    fc.assert(
      fc.property(prices, (rises) => {
        let sum = 0;
        const credits = rises.map(([rise, flat]) => (sum += flat ? 0 : rise));
        const curve = priceCurve(credits.length - 1, (position) => credits[position], 5_000);
        expect(curve.exact).toBe(true);
        expect(credits.map((_, position) => creditsOf(curve, position))).toEqual(credits);
      }),
    );
  });

  it('are few looks where they are few, however long the way', () => {
    let looks = 0;
    const curve = priceCurve(
      10 ** 9,
      (position) => {
        looks += 1;
        return position < 123_456_789 ? 1 : 7;
      },
      1_000,
    );
    expect(curve).toEqual({
      exact: true,
      points: [
        { position: 0, credits: 1 },
        { position: 123_456_789, credits: 7 },
        { position: 10 ** 9, credits: 7 },
      ],
    });
    expect(looks).toBeLessThan(120);
  });

  it('are given up where nobody could tell them apart, and never beyond what was allowed', () => {
    for (const allowed of [200, 1_500]) {
      let looks = 0;
      const curve = priceCurve(1_000_000, (position) => (looks += 1) && position, allowed);
      expect(curve.exact).toBe(false);
      expect(looks).toBeLessThanOrEqual(allowed);
      expect(creditsOf(curve, 1_000_000)).toBe(1_000_000);
    }
  });

  it('have gaps where an input has no price', () => {
    const curve = priceCurve(4, (position) => (position === 2 ? undefined : 3), 100);
    expect(curve.points.map(({ position, credits }) => [position, credits])).toEqual([
      [0, 3],
      [2, undefined],
      [3, 3],
      [4, 3],
    ]);
  });
});

describe('the table of a plot', () => {
  it('has a row for each step where they are few', () => {
    const curve = priceCurve(9, (position) => Math.floor(position / 4), 100);
    expect(curveRows(curve, 9, 12)).toEqual([
      { from: 0, to: 3, credits: 0 },
      { from: 4, to: 7, credits: 1 },
      { from: 8, to: 9, credits: 2 },
    ]);
  });

  it('and otherwise places along the way', () => {
    const curve = priceCurve(100, (position) => position, 1_000);
    expect(curveRows(curve, 100, 3)).toEqual([
      { from: 0, to: 0, credits: 0 },
      { from: 50, to: 50, credits: 50 },
      { from: 100, to: 100, credits: 100 },
    ]);
  });
});

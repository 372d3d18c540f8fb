import { expect, test } from 'vitest';
import { comingMark, comingWords } from '../../../../lib/product/coming-price.ts';
import { toldWords } from '../../../../lib/product/told-change.ts';

const at = '2026-12-12T14:00:00.000Z';
const range = (from: number, to = from) => ({ from, to });

test.each([
  [range(3), range(4), '3 → 4 credits'],
  [range(2), range(1), '2 → 1 credit'],
  [range(1, 5), range(1_000, 2_000), '1–5 → 1,000–2,000 credits'],
  [range(0), range(4), 'free → 4 credits'],
  [range(3), range(0), '3 credits → free'],
  [range(3, 9), range(3, 9), 'another price, 3–9 credits as before'],
])('a price of %j that becomes %j is said as "%s"', (before, price, words) => {
  const coming = { at, before, price, mayCostMore: true, reason: null };
  expect(comingWords(coming)).toBe(`From 12 Dec 2026, 14:00 UTC: ${words}`);
  expect(comingMark('fare', coming)).toEqual({ product: 'fare', at, text: `From 12 Dec 2026: ${words}` });
});

test.each([
  ['announced', 'From 12 Dec 2026, 14:00 UTC: 3 → 4 credits'],
  ['in-force', 'Since 12 Dec 2026, 14:00 UTC: 3 → 4 credits'],
  ['withdrawn', 'Withdrawn, not from 12 Dec 2026, 14:00 UTC: 3 → 4 credits'],
  ['replaced', 'Planned anew, not from 12 Dec 2026, 14:00 UTC: 3 → 4 credits'],
] as const)('one that is %s is said as "%s"', (state, words) => {
  const price = { at, before: range(3), price: range(4), mayCostMore: true, reason: null };
  const change = { ...price, plan: 1, state, toldAt: at, product: { slug: 'fare', name: 'Fare' } };
  expect(toldWords(change)).toBe(words);
});

import { expect, it } from 'vitest';
import { isBroken, shareText } from '../../../../lib/operator/health.ts';

const none = { calls: 0, failed: 0 };

it.each([
  ['too few failures', { calls: 2, failed: 2 }, none, false],
  ['three of three, of a product without a past', { calls: 3, failed: 3 }, none, true],
  ['less than one in twenty', { calls: 100, failed: 4 }, none, false],
  ['one in twenty', { calls: 100, failed: 5 }, none, true],
  ['as usual', { calls: 100, failed: 20 }, { calls: 1_000, failed: 200 }, false],
  ['twice the usual', { calls: 100, failed: 40 }, { calls: 1_000, failed: 200 }, false],
  ['three times the usual', { calls: 100, failed: 60 }, { calls: 1_000, failed: 200 }, true],
])('a product with %s', (_what, lately, usually, expected) => {
  expect(isBroken({ lately, usually })).toBe(expected);
});

it('shares are in per cent', () => {
  expect([none, { calls: 1_000, failed: 25 }, { calls: 3, failed: 3 }].map(shareText)).toEqual([
    '–',
    '2.5\u00a0%',
    '100\u00a0%',
  ]);
});

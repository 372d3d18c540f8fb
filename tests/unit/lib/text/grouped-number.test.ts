import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupedDigits, groupedNumber } from '../../../../lib/text/numbers.ts';

test('writes whole numbers and decimals as Intl does', () => {
  const decimal = fc
    .tuple(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 3 }))
    .map(([digits, places]) => digits / 10 ** places + 0);
  fc.assert(
    fc.property(fc.oneof(fc.maxSafeInteger(), decimal), (value) => {
      expect(groupedNumber(value)).toBe(value.toLocaleString('en', { maximumFractionDigits: 20 }));
      expect(groupedNumber(value, 0)).toBe(
        (Math.round(Math.abs(value)) * Math.sign(value) + 0).toLocaleString('en'),
      );
    }),
  );
});

test.each([
  [0, '0'],
  [999, '999'],
  [-1000, '-1,000'],
  [1234567.25, '1,234,567.25'],
  [1e21, '1,000,000,000,000,000,000,000'],
  [1e-7, '0.0000001'],
])('%d is %s', (value, text) => {
  expect(groupedNumber(value)).toBe(text);
});

test.each([
  ['50000', '50,000'],
  ['-1234.5', '-1,234.5'],
  ['90071992547409930.000001', '90,071,992,547,409,930.000001'],
])('%s is %s, to the last digit', (decimal, text) => {
  expect(groupedDigits(decimal)).toBe(text);
});

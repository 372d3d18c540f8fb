import { describe, expect, it } from 'vitest';
import { expiryMs } from '../../../cli/work/keys.ts';

const now = Date.UTC(2026, 10, 21, 9, 30);

describe('--expires', () => {
  it.each([
    ['30d', Date.UTC(2026, 11, 21, 9, 30)],
    ['12h', Date.UTC(2026, 10, 21, 21, 30)],
    ['2027-01-31', Date.UTC(2027, 0, 31)],
    ['2027-01-31T18:00:00Z', Date.UTC(2027, 0, 31, 18)],
    ['2027-01-31T18:00:00+02:00', Date.UTC(2027, 0, 31, 16)],
  ])('%s', (text, expected) => {
    expect(expiryMs(text, now)).toBe(expected);
  });

  it.each(
    // biome-ignore format: a list
    ['', 'tomorrow', '30', '30m', '-3d', '1.5d', '2027-02-30', '31.1.2027', '9999999d', '2027-01-31T18:00:00'],
  )('is not %j', (text) => {
    expect(() => expiryMs(text, now)).toThrow(/^--expires must be a date such as/);
  });

  it.each(['2026-11-21', '2020-01-01', '0d'])('%s is past', (text) => {
    expect(() => expiryMs(text, now)).toThrow(/must be in the future/);
  });
});

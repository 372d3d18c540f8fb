import { expect, test } from 'vitest';
import { linearPattern } from '../../../../lib/schema/linear-pattern.ts';
import { samplePattern } from '../../../../lib/sample/sample-pattern.ts';
import { cpuMs } from '../../../setup/cpu-ms.ts';

const patterns = [
  '^[a-z]{2}-[0-9]{4}$', '^(?:GET|POST)$', '\\d+', '^\\S+@\\S+\\.\\S+$', '^#(?:[0-9a-fA-F]{3}){1,2}$',
  '^[^\\s/]+$', '^\\p{Lu}\\p{L}*$', '^(?<year>\\d{4})-(?<month>0[1-9]|1[0-2])$', '^[\\w.-]+\\/[\\w.-]+$',
  '^$|^x$', '^[\\u0041-\\u005A]+$', '^arn:aws:[a-z0-9-]+:\\d{12}:.*$', '^([0-9a-f]{8})-([0-9a-f]{4})$',
  '^[+-]?\\d*\\.?\\d+$', '^(a+)+$', '^[\\x21-\\x7e]{3,5}$', '^\\{.*\\}$',
]; // biome-ignore format: a list

test.each(patterns)('a text that %s matches', (pattern) => {
  const text = samplePattern(pattern);
  expect(text).toBeDefined();
  expect(linearPattern(pattern).test(text ?? '')).toBe(true);
});

test('is of the length that is asked for', () => {
  expect(samplePattern('^[a-z]+$', 10, 12)).toMatch(/^[a-z]{10,12}$/);
  expect(samplePattern('^[a-z]*$', 5, 5)).toHaveLength(5);
});

test.each(['^[a-z]{4}$', '^[0-9]{2}-[A-F]$', '^\\d{3}$', '^x.y$', '^[\\u4e00-\\u4e20]$'])(
  'there are many texts that %s matches',
  (pattern) => {
    const texts = Array.from({ length: 8 }, (_, variant) => samplePattern(pattern, 0, 20, variant) ?? '');
    expect(new Set(texts).size).toBe(8);
    expect(texts.every((text) => new RegExp(pattern, 'u').test(text))).toBe(true);
  },
);

test('is the same again where there is no other', () => {
  expect(samplePattern('^(?:a)$', 0, 5, 3)).toBe('a');
});

test('is nothing where nothing matches in the length', () => {
  expect(samplePattern('^a{5}$|^b{5}$', 0, 3)).toBeUndefined();
});

test('takes bounded time, whatever the pattern repeats', () => {
  expect(cpuMs(() => void samplePattern('^((((a{100}){100}){100}){100})$'))).toBeLessThan(2_000);
});

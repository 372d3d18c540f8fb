import { expect, test } from 'vitest';
import { linearPattern } from '../../lib/linear-pattern.ts';
import { samplePattern } from '../../lib/sample/sample-pattern.ts';

const patterns = [
  '^[a-z]{2}-[0-9]{4}$',
  '^(?:GET|POST)$',
  '\\d+',
  '^\\S+@\\S+\\.\\S+$',
  '^#(?:[0-9a-fA-F]{3}){1,2}$',
  '^[^\\s/]+$',
  '^\\p{Lu}\\p{L}*$',
  '^(?<year>\\d{4})-(?<month>0[1-9]|1[0-2])$',
  '^[\\w.-]+\\/[\\w.-]+$',
  '^$|^x$',
  '^[\\u0041-\\u005A]+$',
  '^arn:aws:[a-z0-9-]+:\\d{12}:.*$',
  '^([0-9a-f]{8})-([0-9a-f]{4})$',
  '^[+-]?\\d*\\.?\\d+$',
  '^(a+)+$',
  '^[\\x21-\\x7e]{3,5}$',
  '^\\{.*\\}$',
];

test.each(patterns)('a text that %s matches', (pattern) => {
  const text = samplePattern(pattern);
  expect(text).toBeDefined();
  expect(linearPattern(pattern).test(text ?? '')).toBe(true);
});

test('is of the length that is asked for', () => {
  expect(samplePattern('^[a-z]+$', 10, 12)).toMatch(/^[a-z]{10,12}$/);
  expect(samplePattern('^[a-z]*$', 5, 5)).toHaveLength(5);
});

test('is nothing where nothing matches in the length', () => {
  expect(samplePattern('^a{5}$|^b{5}$', 0, 3)).toBeUndefined();
});

test('takes bounded time, whatever the pattern repeats', () => {
  const start = performance.now();
  samplePattern('^((((a{100}){100}){100}){100})$');
  expect(performance.now() - start).toBeLessThan(2000);
});

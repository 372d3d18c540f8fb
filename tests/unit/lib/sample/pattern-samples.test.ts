import { expect, test } from 'vitest';
import type { Schema } from '../../../../lib/operation/operation.ts';
import { PatternSamples } from '../../../../lib/sample/pattern-samples.ts';

const sampleWord = 'x-pattern-sample';
const phone = { type: 'string', pattern: '^\\+[1-9]\\d{1,14}$' };

test('a pattern has a text that it matches beside it, however deep it lies', () => {
  const schema = { type: 'object', properties: { to: { anyOf: [phone, { type: 'null' }] } } };
  expect(new PatternSamples().in(schema)).toEqual({
    ...schema,
    properties: { to: { anyOf: [{ ...phone, [sampleWord]: '+11' }, { type: 'null' }] } },
  });
});

test.each<[string, Schema]>([
  ['says itself what fits', { ...phone, example: '+49' }],
  ['has a default', { ...phone, default: '+49' }],
  ['is longer than anybody types', { type: 'string', pattern: '^a{60}$' }],
  ['is part of an example', { type: 'object', example: { pattern: '^a$' } }],
  ['is no schema', true],
])('a pattern that %s has none', (_why, schema) => {
  expect(new PatternSamples().in(schema)).toEqual(schema);
});

test('the lengths beside a pattern hold', () => {
  const schema = { type: 'string', pattern: '^[a-f]+$', minLength: 8, maxLength: 8 };
  expect(new PatternSamples().in(schema)).toMatchObject({ [sampleWord]: 'aaaaaaaa' });
});

test('no document gets more than forty', () => {
  const patterns = Array.from({ length: 60 }, (_, index) => ({
    type: 'string',
    pattern: `^a{${index + 1}}b?$`,
  }));
  const found = JSON.stringify(new PatternSamples().in({ anyOf: patterns })).split(sampleWord).length - 1;
  expect(found).toBeLessThanOrEqual(40);
});

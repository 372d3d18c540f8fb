import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeFileText, fileTextSize } from '../../../../lib/operation/file-text.ts';
import type { JsonValue } from '../../../../lib/json/json.ts';
import type { Schema } from '../../../../lib/operation/operation.ts';
import { SchemaGraph } from '../../../../lib/schema/schema-graph.ts';
import { validate, compileSchema, unsupportedPatterns } from '../../../../lib/validation/validate.ts';
import { maxSteps, Work } from '../../../../lib/validation/work.ts';
import { cpuMs } from '../../../setup/cpu-ms.ts';

const self = { $ref: '#/$defs/Node' };

const list = { type: 'array', items: self };

function operator(name: string): Schema {
  return {
    type: 'object',
    required: ['operands', 'kind'],
    properties: { operands: list, kind: { const: name } },
  };
}

/** Ordinary schemas of things within things. */
const recursive: Record<string, Schema> = {
  'oneOf And, Or, Leaf, closed by unevaluatedProperties': {
    oneOf: [
      operator('and'),
      operator('or'),
      { type: 'object', required: ['leaf'], properties: { leaf: { type: 'string' } } },
    ],
    unevaluatedProperties: false,
  },
  'allOf a base and a rest, both recursive': { allOf: [{ type: 'object', properties: { children: list } }, { properties: { children: list } }] },
  'allOf with two recursive fields': { allOf: [{ properties: { a: self, b: self } }, { properties: { a: self, b: self } }] },
  'if and then with two recursive fields': { if: { properties: { a: self, b: self } }, then: { properties: { a: self, b: self } } },
  'anyOf within anyOf, closed': {
    anyOf: [
      { anyOf: [{ properties: { a: self } }, { properties: { a: self }, required: ['z'] }] },
      { properties: { a: self, b: self } },
    ],
    unevaluatedProperties: false,
  },
  'not and not': { not: { not: { properties: { a: self }, not: { required: ['z'] } } } },
}; // biome-ignore format: a table

function nested(levels: number, wrap: (inner: JsonValue) => JsonValue, innermost: JsonValue): JsonValue {
  let value = innermost;
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
}

const values: [string, (levels: number) => JsonValue][] = [
  ['or', (levels) => nested(levels, (inner) => ({ kind: 'or', operands: [inner] }), { leaf: 'x' })],
  ['or, with a fault', (levels) => nested(levels, (inner) => ({ kind: 'or', operands: [inner] }), { leaf: 5 })],
  ['children', (levels) => nested(levels, (inner) => ({ children: [inner, {}] }), {})],
  ['children, with a fault', (levels) => nested(levels, (inner) => ({ children: [inner, {}] }), { children: 5 })],
  ['a and b', (levels) => nested(levels, (inner) => ({ a: inner, b: {} }), {})],
  ['a and b, with a fault', (levels) => nested(levels, (inner) => ({ a: inner, b: {} }), { z: 1, children: 5 })],
]; // biome-ignore format: a table

describe.each(Object.entries(recursive))('%s', (_, schema) => {
  const { root } = new SchemaGraph({ ...self, $defs: { Node: schema } });

  test.each(
    [24, 62].flatMap((levels) => values.map(([name, make]) => [levels, name, make(levels)] as const)),
  )('%i levels of %s take steps by their number, not by its power', (levels, _name, value) => {
    const work = new Work();
    expect(cpuMs(() => void validate(root, value, work))).toBeLessThan(100);
    expect(maxSteps - work.left).toBeLessThan(1500 * levels);
  });
});

test('what fits is told from what does not, however deep', () => {
  const closed = recursive['oneOf And, Or, Leaf, closed by unevaluatedProperties'] ?? false;
  const check = compileSchema(self, { Node: closed });
  const tree = (innermost: JsonValue) =>
    nested(30, (inner) => ({ kind: 'or', operands: [inner] }), innermost);
  expect(check(tree({ kind: 'and', operands: [{ leaf: 'x' }] }))).toEqual([]);
  expect(check(tree({ leaf: 'x', other: 1 }))).toEqual([
    { pointer: `${'/operands/0'.repeat(30)}/other`, detail: 'is not a known field' },
  ]);
});

test.each([
  ['data:,abc', 3],
  ['data:,%41b%c3%a9', 4],
  ['data:,é€😀', 9],
  ['data:,\ud83dx', 4],
])('a file in percent encoding has its bytes: %s', (text, bytes) => {
  expect(fileTextSize(text)).toBe(bytes);
  expect(decodeFileText(text)?.bytes).toHaveLength(bytes);
});

const texts = 'a 1 - . : / @ %41 = {a} ~0 a. a- 1: ( [a] é P1 %2'.split(' ');
const beginnings = ['', ...'http:// a: a@ a@b P / #/ 2020-01-01T10:00:00. http://a: data:, {'.split(' ')];
const formats = [
  'date', 'time', 'date-time', 'iso-time', 'iso-date-time', 'duration', 'uri', 'uri-reference', 'uri-template', 'url',
  'email', 'hostname', 'ipv4', 'ipv6', 'uuid', 'json-pointer', 'json-pointer-uri-fragment', 'relative-json-pointer',
  'regex', 'byte', 'binary',
]; // biome-ignore format: a list of words

test.each(formats)('60 kB and 1 MiB of anything for the format %s', (format) => {
  const check = compileSchema({ format });
  const isQuick = (text: string) =>
    expect(
      cpuMs(() => void check(text)),
      `${text.slice(0, 30)}…`,
    ).toBeLessThan(100);
  for (const beginning of beginnings) {
    for (const text of texts) isQuick(`${beginning}${text.repeat(60_000 / text.length)}\n`);
  }
  for (const text of ['a', 'a:', '%41']) isQuick(`http://${text.repeat(2 ** 20 / text.length)}`);
});

test('a text that is too long is looked at no further', () => {
  const { root } = new SchemaGraph({ maxLength: 50_000, format: 'uri', pattern: '^[a-z:/]*$' });
  const work = new Work();
  expect(validate(root, `http://${'a'.repeat(200_000)}`, work)).toMatchObject([
    { pointer: '', detail: 'must have at most 50000 characters' },
  ]);
  expect(maxSteps - work.left).toBeLessThan(100);
});

test.each<[string, string, string]>([
  ['a choice that stays open for 900 characters', '[ab]*a[ab]{900}[cd]', 'ab'],
  ['the same, where the text ends in what the pattern needs', '[ab]*a[ab]{400}z', 'ab'],
  ['the same, from the beginning to the end', '^[ab]*a[ab]{400}z$', 'ab'],
  ['many repetitions within repetitions', '^(?:(?:[ab]{1,30}){1,30}a?)*$', 'ab'],
  ['an ordinary one', '^[a-z]+$', 'abcdefgh'],
])('1 MiB for a pattern: %s', (_, pattern, letters) => {
  const random = fc.sample(fc.string({ unit: fc.constantFrom(...letters), minLength: 2048 }), {
    numRuns: 1,
    seed: 1,
  });
  const text = `${String(random)
    .repeat(600)
    .slice(0, 2 ** 20)}z`;
  const check = compileSchema({ pattern });
  check('a');
  expect(cpuMs(() => void check(text))).toBeLessThan(250);
});

test('a long text for an ordinary pattern has its verdict', () => {
  expect(compileSchema({ pattern: '^[a-z]+$' })('a'.repeat(200_000))).toEqual([]);
});

test('a pattern that would take seconds to compile is loosened', () => {
  const pattern = '[^\\p{L}\\p{N}]{1,1000}'.repeat(400);
  expect(cpuMs(() => void compileSchema({ pattern })('-'))).toBeLessThan(250);
  expect(unsupportedPatterns({ pattern })).toEqual([{ pointer: '/pattern', pattern, effect: 'loosened' }]);
});

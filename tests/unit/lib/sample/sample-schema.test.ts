import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../../lib/operation/operation.ts';
import { sampleSchema } from '../../../../lib/sample/sample-schema.ts';
import { withoutSampleFiles } from '../../../../lib/sample/sample-string.ts';
import { schemaNode } from '../../../../lib/schema/schema-graph.ts';
import { compileSchema } from '../../../../lib/validation/validate.ts';
import { cpuMs } from '../../../setup/cpu-ms.ts';
import { runs } from '../../../setup/runs.ts';

const tree: Schema = {
  type: 'object',
  required: ['value'],
  properties: { value: { type: 'integer' }, children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
};

const cases: [string, Schema, unknown][] = [
  ['a constant', { const: { a: 1 } }, { a: 1 }],
  ['the first of an enum', { enum: ['b', 'a'] }, 'b'],
  ['an example before a default', { type: 'string', examples: ['e'], default: 'd' }, 'e'],
  ['a default where the example is wrong', { type: 'string', minLength: 2, examples: ['e'], default: 'dd' }, 'dd'],
  ['text', { type: 'string' }, 'text'],
  ['text of a length', { type: 'string', minLength: 6, maxLength: 6 }, 'textaa'],
  ['a date', { type: 'string', format: 'date' }, '2026-01-15'],
  ['a pattern', { type: 'string', pattern: '^[A-Z]{2}-\\d{3}$' }, 'AA-111'],
  ['a whole number above an exclusive limit', { type: 'integer', exclusiveMinimum: 4 }, 5],
  ['a number between close limits', { type: 'number', exclusiveMinimum: 0.1, exclusiveMaximum: 0.2 }, 0.15],
  ['a multiple in decimals', { type: 'number', multipleOf: 0.1, minimum: 0.25 }, 0.3],
  ['a multiple below zero', { type: 'integer', maximum: -10, multipleOf: 7 }, -49],
  ['null only where there is nothing else', { type: ['null', 'boolean'] }, true],
  ['an array with as many as it needs', { type: 'array', minItems: 2, items: { type: 'integer' } }, [1, 1]],
  ['an array without repetition', { type: 'array', minItems: 3, uniqueItems: true, items: { type: 'integer' } }, [1, 2, 3]],
  ['an array without repetition of an enum', { type: 'array', minItems: 2, uniqueItems: true, items: { enum: ['a', 'b'] } }, ['a', 'b']],
  ['a tuple', { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false }, ['text', 1]],
  ['an array that contains', { type: 'array', contains: { const: 7 }, minContains: 2 }, [7, 7]],
  ['an object with what is required', { type: 'object', required: ['a'], properties: { a: { type: 'integer' }, b: {} } }, { a: 1 }],
  ['members that come with examples', { type: 'object', properties: { a: { type: 'integer', examples: [3] } } }, { a: 3 }],
  ['an object with enough members', { type: 'object', minProperties: 2, additionalProperties: { type: 'integer' } }, { key1: 1, key2: 1 }],
  ['names by pattern', { type: 'object', minProperties: 1, patternProperties: { '^x-[a-z]$': { type: 'integer' } }, additionalProperties: false }, { 'x-a': 1 }],
  ['names by schema', { type: 'object', minProperties: 1, propertyNames: { enum: ['left', 'right'] }, additionalProperties: { type: 'integer' } }, { left: 1 }],
  ['what a member needs', { type: 'object', required: ['a'], properties: { a: { const: 1 }, b: { const: 2 } }, dependentRequired: { a: ['b'] } }, { a: 1, b: 2 }],
  ['all of several', { allOf: [{ type: 'object', required: ['a'], properties: { a: { minimum: 3 } } }, { properties: { a: { type: 'integer' } } }] }, { a: 3 }],
  ['exactly one alternative', { oneOf: [{ type: 'number' }, { type: 'integer' }, { type: 'boolean' }] }, true],
  ['an alternative together with the rest', { type: 'object', required: ['k'], anyOf: [{ properties: { k: { const: 'x' } } }] }, { k: 'x' }],
  ['not a type', { not: { type: 'string' } }, 1],
  ['not a value', { type: 'boolean', not: { const: true } }, false],
  ['recursion that may stop', { $ref: '#/$defs/tree' }, { value: 1 }],
  ['anything', true, 'text'],
]; // biome-ignore format: a table

describe('a sample', () => {
  test.each(cases)('%s', (_what, schema, expected) => {
    expect(sampleSchema(schemaNode(schema, { tree }))).toEqual(expected);
    expect(compileSchema(schema, { tree })(sampleSchema(schemaNode(schema, { tree })) ?? null)).toEqual([]);
  });

  test('names the alternative that the discriminator has for it', () => {
    const Cat: Schema = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } };
    const schema: Schema = {
      oneOf: [{ $ref: '#/$defs/Cat' }],
      discriminator: { propertyName: 'kind', mapping: { cat: '#/$defs/Cat' } },
    };
    expect(sampleSchema(schemaNode(schema, { Cat }))).toEqual({ kind: 'cat' });
  });

  test.each(['minimal', 'typical', 'full'] as const)('of extent %s shows so much', (extent) => {
    const schema: Schema = {
      type: 'object',
      required: ['a'],
      properties: {
        a: { type: 'integer', examples: [9] },
        b: { type: 'integer', examples: [8] },
        c: { type: 'integer' },
      },
    };
    const expected = { minimal: { a: 1 }, typical: { a: 9, b: 8 }, full: { a: 9, b: 8, c: 1 } };
    expect(sampleSchema(schemaNode(schema), extent)).toEqual(expected[extent]);
  });

  const formats = [
    ...'date date-time time duration email hostname ipv4 ipv6 uri uri-reference'.split(' '),
    ...'uri-template uuid json-pointer relative-json-pointer regex byte int32 int64 float double'.split(' '),
  ];
  test.each(formats)('of the format %s is of it', (format) => {
    const schema: Schema = { type: /int|float|double/.test(format) ? 'number' : 'string', format };
    expect(compileSchema(schema)(sampleSchema(schemaNode(schema)) ?? null)).toEqual([]);
  });

  test.each<[string, Schema]>([
    ['false', false],
    ['two types at once', { allOf: [{ type: 'string' }, { type: 'integer' }] }],
    ['recursion that cannot stop', { $ref: '#/$defs/endless' }],
    ['more members than can be', { type: 'object', minProperties: 1, additionalProperties: false }],
  ])('of %s does not exist', (_what, schema) => {
    const endless: Schema = {
      type: 'object',
      required: ['next'],
      properties: { next: { $ref: '#/$defs/endless' } },
    };
    expect(sampleSchema(schemaNode(schema, { endless }))).toBeUndefined();
  });

  test('of references that double at each level is found or given up in bounded time', () => {
    const level = (index: number): Schema => {
      const next = { $ref: `#/$defs/L${index + 1}` };
      return index === 30
        ? { type: 'integer' }
        : { type: 'object', required: ['a', 'b'], properties: { a: next, b: next } };
    };
    const defs = Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`L${index}`, level(index)]));
    expect(cpuMs(() => void sampleSchema(schemaNode({ $ref: '#/$defs/L0' }, defs)))).toBeLessThan(3_000);
  });

  test('of ten thousand members has them all', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `f${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer' }]));
    expect(
      Object.keys(sampleSchema(schemaNode({ type: 'object', required: names, properties })) ?? {}),
    ).toHaveLength(10_000);
  });

  test('is what the validator accepts, for any schema of these words', () => {
    const leaf = fc.oneof(
      fc.record({
        type: fc.constant('integer'),
        minimum: fc.integer({ min: -50, max: 50 }),
        multipleOf: fc.integer({ min: 1, max: 9 }),
      }),
      fc.record({
        type: fc.constant('string'),
        minLength: fc.nat(8),
        pattern: fc.constantFrom('^[a-z]*$', '^(ab|cd)+x?', '\\d{2,}'),
      }),
      fc.record({ enum: fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 3 }) }),
      fc.constant({ type: 'boolean' }),
    );
    const { schema } = fc.letrec((tie) => ({
      schema: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(2) }),
        fc.record({
          type: fc.constant('object'),
          required: fc.constant(['a']),
          properties: fc.record({ a: tie('schema'), b: tie('schema') }),
        }),
        fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      ),
    }));
    fc.assert(
      fc.property(schema, (one) => {
        const plain: Schema = JSON.parse(JSON.stringify(one));
        const value = sampleSchema(schemaNode(plain));
        expect(value).toBeDefined();
        expect(compileSchema(plain)(value ?? null)).toEqual([]);
      }),
      { numRuns: runs(60), seed: 7 },
    );
  });
});

test('a sample of an input that takes files can be had without them', () => {
  const file: Schema = { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' };
  const properties = {
    name: { type: 'string' },
    file,
    long: { ...file, minLength: 40 },
    files: { type: 'array', items: file, minItems: 2 },
    inner: { type: 'object', properties: { file }, required: ['file'] },
  };
  const schema: Schema = { type: 'object', properties, required: Object.keys(properties) };
  const sample = sampleSchema(schemaNode(schema));
  expect(sample).toMatchObject({ file: btoa('Farebox'), name: 'text' });
  expect(withoutSampleFiles(sample)).toEqual({ name: 'text', files: [], inner: {} });
  const own = { file: btoa('Farebox is mine'), text: 'RmFyZWJv', list: ['Farebox', 1, null] };
  expect(withoutSampleFiles(own)).toEqual(own);
});

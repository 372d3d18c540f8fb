import { describe as group, expect, test } from 'vitest';
import { describe } from '../../../../lib/form/describe.ts';
import type { Schema } from '../../../../lib/operation/operation.ts';
import { inputCorners } from '../../../../lib/price/corners.ts';
import { possibleBySchema } from '../../../../lib/price/schema-possible.ts';
import { sampleSchema } from '../../../../lib/sample/sample-schema.ts';
import { flatSchema } from '../../../../lib/schema/flat-schema.ts';
import { schemaNode } from '../../../../lib/schema/schema-graph.ts';
import { standAlone } from '../../../../lib/schema/schema-references.ts';
import { compileSchema } from '../../../../lib/validation/validate.ts';
import { schemaRow } from '../../../../lib/operation/schema-row.ts';

const limited = { maximum: 5 };

/** Each says of a whole number that it is at least 3 and at most 5. */
const ways: [string, Schema][] = [
  ['two maximums', { allOf: [{ maximum: 9 }, limited] }],
  ['a definition', { $ref: '#/$defs/limited', $defs: { limited } }],
  ['a definition with a strange name', { $ref: '#/$defs/a~1b%20c', $defs: { 'a/b c': limited } }],
  ['a part of a definition', { $ref: '#/$defs/list/items', $defs: { list: { items: limited } } }],
  ['an anchor', { $ref: '#limited', $defs: { any: { $anchor: 'limited', ...limited } } }],
  ['an address', { $ref: 'limited.json', $defs: { any: { $id: 'limited.json', ...limited } } }],
  ['a dynamic anchor', { $dynamicRef: '#l', $defs: { any: { $dynamicAnchor: 'l', ...limited } } }],
].map(([name, schema]) => [String(name), { type: 'integer', minimum: 3, ...Object(schema) }]);

group('every reader takes the lesser maximum of', () => {
  test.each(ways)('%s', (_name, schema) => {
    const node = schemaNode(schema);
    expect(describe(node).widget).toMatchObject({ kind: 'number', min: 3, max: 5 });
    expect(schemaRow('x', schema).facts).toEqual(['3 to 5']);
    expect(possibleBySchema(schema).number).toEqual({ from: 3, to: 5 });
    const inputs = inputCorners({ ...Object(schema), properties: { x: schema }, required: ['x'] }, 'all');
    expect(new Set(inputs.map(({ x }) => x))).toEqual(new Set([3, 5]));
    expect(sampleSchema(node)).toBe(3);
    expect([5, 6].map((value) => compileSchema(schema)(value).length)).toEqual([0, 1]);
  });
});

test.each<[Schema, object | undefined]>(
  // biome-ignore format: a table
  [
    [{ allOf: [{ type: ['number', 'null'] }, { type: ['integer', 'string'] }] }, { typeNames: ['integer'] }],
    [{ allOf: [{ type: 'string' }, { type: 'integer' }] }, undefined],
    [{ allOf: [{ enum: [1, { a: 1, b: 2 }, 3] }, { enum: [{ b: 2, a: 1 }, 3] }, { const: 3 }] }, { choices: { values: [3] } }],
    [{ allOf: [{ enum: [1] }, { enum: [2] }] }, undefined],
    [{ allOf: [{ multipleOf: 4 }, { multipleOf: 6 }] }, { number: { multipleOf: 12 } }],
    [{ allOf: [{ minItems: 1, uniqueItems: true }, { minItems: 2 }] }, { list: { minItems: 2, isUnique: true } }],
    [{ allOf: [{ required: ['a'] }, { required: ['a', 'b'] }] }, { object: { required: ['a', 'b'] } }],
    [{ allOf: [true, { minLength: 2 }, { minLength: 1, maxLength: 3 }] }, { text: { minLength: 2, maxLength: 3 } }],
    [{ allOf: [{}, false] }, undefined],
  ],
)('%j together is %j', (schema, flat) => {
  const found = flatSchema(schemaNode(schema));
  if (flat) expect(found).toMatchObject(flat);
  else expect(found).toBeUndefined();
});

test('a closed object forbids the members of what it is joined with', () => {
  const schema = {
    allOf: [{ properties: { a: true }, additionalProperties: false }, { properties: { b: true } }],
  };
  const { widget } = describe(schemaNode(schema));
  expect(widget.kind === 'object' && widget.members.map(({ name }) => name)).toEqual(['a']);
  expect(compileSchema(schema)({ b: 1 })).toHaveLength(1);
});

test('a schema is published with the definitions that it reaches by an anchor', () => {
  const defs = { named: { $anchor: 'named', type: 'integer' }, other: {} };
  expect(standAlone({ $ref: '#named' }, defs)).toMatchObject({ $defs: { named: defs.named } });
  expect(standAlone({ $ref: '#/$defs/other' }, defs)).toEqual({
    $ref: '#/$defs/other',
    $defs: { other: {} },
  });
});

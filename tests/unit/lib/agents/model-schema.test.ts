import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelSchema } from '../../../../lib/agents/model-schema.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../lib/json/json.ts';
import type { Schema } from '../../../../lib/operation/operation.ts';
import { SchemaGraph } from '../../../../lib/schema/schema-graph.ts';
import { runs } from '../../../setup/runs.ts';
import { shippedSchemas } from '../form/shipped-schemas.ts';
import { recursiveSchema, smallValue } from '../validation/arbitrary-schema.ts';
import { isValid } from '../validation/naive-validator.ts';

const lower = (schema: Schema) => modelSchema(new SchemaGraph(schema).root);

const understood = new Set([
  ...['type', 'description', 'enum', 'properties', 'required', 'items', 'anyOf'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'],
]);

const scalars: JsonObject[] = ['string', 'number', 'boolean', 'null'].map((type) => ({ type }));
const flat: JsonObject[] = [{ type: 'object' }, ...scalars];
const item = { anyOf: [...flat, { type: 'array', items: { anyOf: flat } }] };
const anything = { anyOf: [{ type: 'object' }, { type: 'array', items: item }, ...scalars] };

/** How many lists are in each other without an object between: schemas of types alone take two. */
function listsDeep(value: JsonValue, around = 0): number {
  if (Array.isArray(value)) return Math.max(around + 1, ...value.map((one) => listsDeep(one, around + 1)));
  return Math.max(around, ...Object.values(isJsonObject(value) ? value : {}).map((one) => listsDeep(one)));
}

/** Every schema in a schema, itself included. */
function* schemasIn(schema: JsonValue): Generator<JsonValue> {
  yield schema;
  if (!isJsonObject(schema)) return;
  const { properties, items, anyOf } = schema;
  if (isJsonObject(properties)) for (const one of Object.values(properties)) yield* schemasIn(one);
  if (items !== undefined) yield* schemasIn(items);
  if (Array.isArray(anyOf)) for (const one of anyOf) yield* schemasIn(one);
}

function expectPortable(schema: JsonObject): void {
  for (const one of schemasIn(schema)) {
    if (!isJsonObject(one)) throw new Error(`${JSON.stringify(one)} is not an object.`);
    for (const keyword of Object.keys(one)) expect(understood).toContain(keyword);
    expect(Array.isArray(one['type'])).toBe(false);
    // The command line of Gemini leaves out a tool with a part that has no type.
    expect(typeof one['type'] === 'string' || Array.isArray(one['anyOf'])).toBe(true);
    if (one['type'] === 'array') expect(one).toHaveProperty('items');
    if (one['enum']) {
      expect(one['type']).toBe('string');
      expect(one['enum']).not.toContain('');
    }
    const { properties: members = {}, items, anyOf } = one;
    for (const inner of [...Object.values(Object(members)), items])
      expect(inner).not.toMatchObject({ type: 'null' });
    if (Array.isArray(anyOf))
      expect(anyOf.filter((inner) => isJsonObject(inner) && inner['type'] === 'null').length).toBeLessThan(2);
    const { required = [], properties = {} } = one;
    expect(Object.keys(Object(properties))).toEqual(expect.arrayContaining([required].flat()));
  }
}

describe('the schema for models', () => {
  it('takes what the true one takes, and has only keywords that every client reads', () => {
    fc.assert(
      fc.property(recursiveSchema, smallValue, (schema, value) => {
        const lowered = lower(schema);
        expectPortable(lowered);
        fc.pre(isValid(schema, value) && listsDeep(value) <= 2);
        expect(isValid(lowered, value)).toBe(true);
      }),
      { numRuns: runs(100) },
    );
  });

  it('takes the values of every schema that comes with the portal', () => {
    const cases = shippedSchemas();
    expect(cases.length).toBeGreaterThan(40);
    for (const { title, schema, defs, values } of cases) {
      const lowered = lower(isJsonObject(schema) ? { ...schema, $defs: defs } : schema);
      expectPortable(lowered);
      for (const value of values) expect([title, isValid(lowered, value)]).toEqual([title, true]);
    }
  });

  it.each<[string, Schema, JsonObject]>(
    // biome-ignore format: a table
    [
      ['anything', true, anything],
      ['a nullable text', { type: ['string', 'null'] }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
      ['a constant', { const: 'x' }, { type: 'string', enum: ['x'] }],
      ['a choice with an empty text', { enum: ['', 'x', null] }, { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'One of "", "x", null.' }],
      [
        'nulls',
        { properties: { a: { const: null }, b: { type: 'array', items: { type: 'null', description: 'Free.' } } }, type: 'object' },
        {
          type: 'object',
          properties: {
            a: { anyOf: [{ type: 'null' }, { type: 'string' }], description: 'Always null.' },
            b: { type: 'array', items: { anyOf: [{ type: 'null' }, { type: 'string' }], description: 'Always null. Free.' } },
          },
        },
      ],
      [
        'one null of several',
        { oneOf: [{ type: 'null' }, { const: null, description: 'None.' }, { type: 'string' }] },
        { anyOf: [{ type: 'null', description: 'None.' }, { type: 'string' }] },
      ],
      ['numbers to choose from', { enum: [1, 2] }, { type: 'number', description: 'One of 1, 2.' }],
      [
        'exclusive bounds',
        { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 10, multipleOf: 3 },
        { type: 'integer', minimum: 1, maximum: 9, description: 'More than 0. Less than 10. A multiple of 3.' },
      ],
      [
        'a pattern and a format',
        { type: 'string', format: 'email', pattern: '^a', description: 'An *address*.' },
        { type: 'string', description: 'An address. Format: "email". Matches the pattern "^a".' },
      ],
      [
        'a tuple',
        { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
        { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] }, description: 'The first 2 items have a fixed order.' },
      ],
      ['a map', { type: 'object', additionalProperties: { type: 'string' } }, { type: 'object', description: 'Its members have names of your choice.' }],
      [
        'a union by a discriminator',
        {
          type: 'object',
          properties: { kind: { type: 'string' } },
          required: ['kind'],
          oneOf: [{ properties: { kind: { const: 'a' }, size: { type: 'integer' } } }, { properties: { kind: { const: 'b' } }, required: ['name'] }],
        },
        {
          anyOf: [
            { type: 'object', properties: { kind: { type: 'string', enum: ['a'] }, size: { type: 'integer' } }, required: ['kind'] },
            { type: 'object', properties: { kind: { type: 'string', enum: ['b'] }, name: anything }, required: ['kind', 'name'] },
          ],
        },
      ],
    ],
  )('says %s', (_what, schema, lowered) => expect(lower(schema)).toEqual(lowered));

  it('ends recursion', () => {
    const tree = { type: 'object', properties: { left: { $ref: '#' }, right: { $ref: '#' } } };
    const cut = { type: 'object', properties: { left: { type: 'object' }, right: { type: 'object' } } };
    expect(lower(tree)).toEqual({ type: 'object', properties: { left: cut, right: cut } });
  });

  it('has an end for schemas of any size', () => {
    const wide = (depth: number): JsonObject => ({
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 10 }, (_, at) => [`p${at}`, depth === 0 ? { type: 'string' } : wide(depth - 1)]),
      ),
    });
    expect(JSON.stringify(lower(wide(3))).length).toBeLessThan(20_000);
  });
});

import type { JsonObject } from '../../lib/json/json.ts';
import type { TestProduct } from '../setup/test-catalogue.ts';

const text = { type: 'string' };
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});

const circle = object(
  { kind: { const: 'circle' }, radius: { type: 'number' } },
  { required: ['kind', 'radius'] },
);
const square = object(
  { kind: { const: 'square' }, side: { type: 'number' } },
  { required: ['kind', 'side'] },
);

/** Schemas that clients of agents, or the models behind them, are known to refuse or to lose tools for. */
export const awkwardSchemas: Record<string, { schema: JsonObject; defs?: JsonObject }> = {
  'one of several at the root': {
    schema: { oneOf: [circle, square], discriminator: { propertyName: 'kind' } },
  },
  'any of several at the root': { schema: { anyOf: [circle, square] } },
  'all of several at the root': {
    schema: { allOf: [object({ a: text }), object({ b: text }, { required: ['b'] })] },
  },
  'not at the root': { schema: object({ a: text, b: text }, { not: { required: ['a', 'b'] } }) },
  'a reference': {
    schema: object({ to: { $ref: '#/$defs/Address' } }),
    defs: { Address: object({ city: text }) },
  },
  'a tree': {
    schema: object({ tree: { $ref: '#/$defs/Tree' } }),
    defs: { Tree: object({ children: { type: 'array', items: { $ref: '#/$defs/Tree' } } }) },
  },
  'exclusive bounds': {
    schema: object({
      whole: { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 10 },
      part: { type: 'number', exclusiveMinimum: 0, multipleOf: 0.5 },
    }),
  },
  'patterns and formats': {
    schema: object({
      mail: { type: 'string', format: 'email' },
      code: { type: 'string', pattern: '^[A-Z]+$' },
    }),
  },
  constants: { schema: object({ one: { const: 1 }, none: { const: null }, text: { const: 'x' } }) },
  'choices of all kinds': {
    schema: object({ size: { enum: [1, 2, null] }, tier: { type: 'string', enum: ['', 'best'] } }),
  },
  'a list with places': {
    schema: object({ point: { type: 'array', prefixItems: [{ type: 'number' }, text], items: false } }),
  },
  'a list of anything': {
    schema: object({ list: { type: 'array' }, lists: { type: 'array', items: { type: 'array' } } }),
  },
  'types in a list': {
    schema: object({
      name: { type: ['string', 'null'] },
      id: { type: ['integer', 'string', 'null'] },
      no: { type: 'null' },
    }),
  },
  'names of your choice': {
    schema: object(
      { labels: { type: 'object', additionalProperties: text } },
      { additionalProperties: object({ a: text }) },
    ),
  },
  'schemas that are true or empty': { schema: object({ yes: true, any: {}, no: false, also: { not: {} } }) },
  'long names with dots': {
    schema: object({ 'a.b/c': text, [`very_${'long_'.repeat(12)}name`]: text, $price: { type: 'integer' } }),
  },
};

/** A product for each: the last has a name that is too long, too. */
export const awkwardProducts: TestProduct[] = Object.entries(awkwardSchemas).map(
  ([what, { schema, defs }]) => ({
    slug: what.startsWith('long')
      ? `awkward-${'long-'.repeat(10)}name`
      : `awkward-${what.replaceAll(' ', '-')}`,
    lines: [{ label: 'Call', flat: 1 }],
    schema,
    ...(defs && { defs }),
  }),
);

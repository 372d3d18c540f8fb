import type { JsonObject, JsonValue } from '../../../../lib/json/json.ts';
import type { Schema } from '../../../../lib/operation/operation.ts';
import type { Defs } from '../../../../lib/schema/schema-references.ts';

/** A small schema that a person might publish, and a value that a naive walk of both never finishes with. */
export interface HostileSchema {
  what: string;
  schema: Schema;
  defs: Defs;
  value: JsonValue;
}

/** The strict reader takes 64 levels of a body, which is an object around the field. */
const deepest = 62;
const node = { $ref: '#/$defs/Node' };
const nodes = { type: 'array', items: node };

function deep(levels: number, wrap: (inner: JsonValue) => JsonValue, innermost: JsonValue): JsonValue {
  let value = innermost;
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
}

const chain = deep(deepest, (next) => ({ next }), {});
const bothChains = deep(deepest, (next) => ({ next, other: 1 }), { other: 'x' });
const tree = deep(deepest / 2, (child) => ({ children: [child] }), { children: [] });
const conditions = deep(deepest / 2, (inner) => ({ type: 'and', all: [inner] }), {
  type: 'leaf',
  field: 'a',
  is: 'b',
  more: 1,
});

function recursive(what: string, Node: JsonObject, value: JsonValue, more: Defs = {}): HostileSchema {
  return { what, schema: node, defs: { Node, ...more }, value };
}

/** Definitions `L0` to `L…`, each made of the next one's reference. */
function tower(levels: number, floor: (next: JsonObject, level: number) => Schema): Defs {
  const entries = Array.from({ length: levels }, (_, level): [string, Schema] => [
    `L${level}`,
    level === levels - 1 ? { type: 'string' } : floor({ $ref: `#/$defs/L${level + 1}` }, level),
  ]);
  return Object.fromEntries(entries);
}

function towerOf(
  what: string,
  floor: (next: JsonObject, level: number) => Schema,
  value: JsonValue,
  levels = 40,
) {
  return { what, schema: { $ref: '#/$defs/L0' }, defs: tower(levels, floor), value };
}

/** Definitions that each refer to all of them. */
function everyone(count: number, holds: (all: JsonObject[], index: number) => Schema): Defs {
  const all = Array.from({ length: count }, (_, index) => ({ $ref: `#/$defs/D${index}` }));
  return Object.fromEntries(all.map((_, index): [string, Schema] => [`D${index}`, holds(all, index)]));
}

function repeated(times: number, schema: Schema): Schema[] {
  return Array.from({ length: times }, () => schema);
}

const and = {
  type: 'object',
  properties: { type: { const: 'and' }, all: nodes },
  required: ['type', 'all'],
  unevaluatedProperties: false,
};
const leaf = {
  type: 'object',
  properties: { type: { const: 'leaf' }, field: { type: 'string' }, is: { type: 'string' } },
  required: ['type', 'field', 'is'],
  unevaluatedProperties: false,
};

export const hostileSchemas: HostileSchema[] = [
  recursive('conditions of and, or and leaf', { oneOf: [{ $ref: '#/$defs/And' }, { $ref: '#/$defs/Or' }, { $ref: '#/$defs/Leaf' }] }, conditions, {
    And: and,
    Or: { ...and, properties: { type: { enum: ['or', 'and'] }, all: nodes } },
    Leaf: leaf,
  }),
  recursive('the same with anyOf and no mark', { anyOf: [{ $ref: '#/$defs/One' }, { $ref: '#/$defs/Two' }, { $ref: '#/$defs/Three' }] }, bothChains, {
    One: { type: 'object', properties: { next: node, other: { type: 'integer' } } },
    Two: { type: 'object', properties: { next: node, other: { type: 'number' } } },
    Three: { type: 'object', properties: { next: node }, required: ['next'] },
  }),
  recursive('a base and children, both recursive', { allOf: [{ $ref: '#/$defs/Base' }, { type: 'object', properties: { children: nodes } }] }, tree, {
    Base: { type: 'object', properties: { children: nodes, name: { type: 'string' } } },
  }),
  recursive('allOf of two recursive fields', { allOf: [{ type: 'object', properties: { next: node } }, { properties: { next: node } }] }, chain),
  recursive(
    'if and then, both recursive',
    { type: 'object', if: { properties: { next: node } }, then: { properties: { next: node } }, else: { properties: { next: node } } },
    chain,
  ),
  recursive('not of not', { type: 'object', properties: { next: node }, not: { required: ['next', 'never'], properties: { next: { not: node } } } }, chain),
  recursive('dependentSchemas that recur', { type: 'object', properties: { next: node }, dependentSchemas: { next: { properties: { next: node } } } }, chain),
  recursive('patterns and names that recur', { type: 'object', patternProperties: { '^n': node, t$: node }, additionalProperties: node }, chain),
  recursive(
    'contains and items that recur',
    { type: 'array', items: node, contains: node, minContains: 0 },
    deep(deepest, (inner) => [inner], []),
  ),
  recursive(
    'two children that are required, so that no value ends',
    { type: 'object', properties: { left: node, right: node }, required: ['left', 'right'] },
    deep(deepest, (left) => ({ left, right: {} }), {}),
  ),
  recursive(
    'a union whose first branch never ends',
    {
      oneOf: [
        { type: 'object', properties: { a: node, b: node, c: node }, required: ['a', 'b', 'c'] },
        { type: 'string', pattern: '^(?=a)b$' },
      ],
    },
    deep(deepest, (a) => ({ a, b: 'b', c: 'b' }), 'b'),
  ),
  towerOf('a tower of allOf of two', (next) => ({ allOf: [next, next] }), 'text'),
  towerOf('a tower of anyOf of two', (next) => ({ anyOf: [next, next] }), 1),
  towerOf('a tower of anyOf in allOf', (next) => ({ allOf: [{ anyOf: [next, { type: 'null' }] }, { anyOf: [next, { type: 'boolean' }] }] }), 1),
  towerOf(
    'a tower of two required members',
    (next) => ({ type: 'object', properties: { a: next, b: next }, required: ['a', 'b'] }),
    deep(deepest, (a) => ({ a, b: 'x' }), 'x'),
  ),
  towerOf(
    'a tower of two members with examples',
    (next, level) => ({ type: 'object', properties: { a: next, b: next }, examples: [{ level }] }),
    deep(deepest, (a) => ({ a }), 'x'),
  ),
  towerOf(
    'a tower of members in two parts',
    (next) => ({ allOf: [{ type: 'object', properties: { a: next } }, { properties: { a: next } }] }),
    deep(deepest, (a) => ({ a }), 'x'),
  ),
  towerOf(
    'a tower of tuples',
    (next) => ({ type: 'array', prefixItems: [next, next, next], minItems: 3 }),
    deep(20, (inner) => [inner], 'x'),
  ),
  towerOf('a tower of lists of many', (next) => ({ type: 'array', items: next, minItems: 900 }), [[['x']]], 6),
  towerOf('a tower of if, then and else', (next) => ({ if: next, then: next, else: next }), 'text'),
  {
    what: 'thirty definitions that are each one of all',
    schema: { $ref: '#/$defs/D0' },
    defs: everyone(30, (all, index) => ({
      oneOf: [{ type: 'object', properties: { [`p${index}`]: { oneOf: all } }, required: [`p${index}`] }, ...all.slice(0, index)],
    })),
    value: deep(deepest, (p29) => ({ p29 }), 1),
  },
  {
    what: 'thirty definitions that have each a member of all',
    schema: { $ref: '#/$defs/D0' },
    defs: everyone(30, (all) => ({ type: 'object', properties: Object.fromEntries(all.map((one, at) => [`p${at}`, one])) })),
    value: deep(deepest, (p1) => ({ p1, p2: {} }), {}),
  },
  {
    what: 'twelve unions in one allOf',
    schema: {
      allOf: Array.from({ length: 12 }, (_, at) => ({
        anyOf: repeated(8, { type: 'object', required: [`f${at}`], properties: { [`f${at}`]: { allOf: [{ enum: [1, 2] }, { enum: [3] }] } } }),
      })),
    },
    defs: {},
    value: { f0: 1, f1: 2 },
  },
  { what: 'unions in unions', schema: deepUnion(6), defs: {}, value: deep(deepest, (inner) => [inner], 1) },
  { what: 'sixty levels of objects, each written out', schema: deepObject(deepest), defs: {}, value: deep(deepest, (a) => ({ a }), 1) },
  {
    what: 'lists of alternatives with equal texts',
    schema: {
      type: 'array',
      items: { anyOf: repeated(60, { type: 'object', properties: { a: { anyOf: repeated(60, { type: 'object', properties: { b: { type: 'string' } } }) } } }) },
    },
    defs: {},
    value: repeated(200, { a: { b: 'x'.repeat(100) } }),
  },
  {
    what: 'a choice of many large values, twice',
    schema: { allOf: [{ enum: choices(800, 0) }, { enum: choices(800, 1) }] },
    defs: {},
    value: choices(1, 5)[0] ?? null,
  },
  { what: 'two choices of many texts', schema: { allOf: [{ enum: words(20_000, 'a') }, { enum: words(20_000, 'b') }] }, defs: {}, value: 'b1' },
  { what: 'a choice of many objects', schema: { enum: words(20_000, 'a').map((a) => ({ a: { a: { a } } })) }, defs: {}, value: { a: { a: { a: 'a1' } } } },
  {
    what: 'a long chain of parts, each with the same member in other words',
    schema: { $ref: '#/$defs/L0' },
    defs: tower(150, (next, level) => ({
      allOf: [next, { type: 'object', properties: { same: { type: 'string', description: 'x'.repeat(1_000) + level }, id: { type: 'string', readOnly: true } } }],
    })),
    value: { same: 'x' },
  },
  {
    what: 'more members than can be made',
    schema: { type: 'object', minProperties: 1_000_000_000, patternProperties: { '^(a|b){3}$': { type: 'string' } }, additionalProperties: false },
    defs: {},
    value: { aaa: 'x' },
  },
  {
    what: 'many patterns of keys, and many keys',
    schema: { type: 'object', patternProperties: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`^(a|b)*${at}$`, { type: 'string' }])) },
    defs: {},
    value: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`${'ab'.repeat(20)}${at}`, 'x'])),
  },
  {
    what: 'a pattern of repeated repetitions',
    schema: { type: 'string', pattern: '^((a{1,900}){1,900}){1,900}(b|c|d)+$', minLength: 9000 },
    defs: {},
    value: 'a'.repeat(60_000),
  },
  {
    what: 'a pattern of many groups, none of which fits',
    schema: { type: 'string', pattern: `${'(a|b)(c|d)*(e|f)+'.repeat(400)}$a`, minLength: 5 },
    defs: {},
    value: 'ac'.repeat(3_000),
  },
]; // biome-ignore format: a table

function choices(count: number, from: number): JsonValue[] {
  return Array.from({ length: count }, (_, at) => ({
    id: at + from,
    list: Array.from({ length: 20 }, (_item, index) => index),
    label: 'x'.repeat(50),
  }));
}

function words(count: number, letter: string): string[] {
  return Array.from({ length: count }, (_, at) => `${letter}${at}`);
}

function deepUnion(levels: number): Schema {
  if (levels === 0) return { type: 'array', items: { type: 'string' } };
  const inner = deepUnion(levels - 1);
  return {
    anyOf: [
      inner,
      { type: 'array', items: inner },
      { type: 'object', properties: { a: inner }, required: ['a'] },
    ],
  };
}

function deepObject(levels: number): Schema {
  if (levels === 0) return { type: 'string' };
  return { type: 'object', properties: { a: deepObject(levels - 1) }, required: ['a'] };
}

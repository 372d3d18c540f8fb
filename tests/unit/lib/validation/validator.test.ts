import { expect, test } from 'vitest';
import { inputShape } from '../../../../lib/operation/input-shape.ts';
import type { JsonValue } from '../../../../lib/json/json.ts';
import type { Schema } from '../../../../lib/operation/operation.ts';
import { compileInput, compileSchema, unsupportedPatterns } from '../../../../lib/validation/validate.ts';

const circle: Schema = {
  type: 'object',
  required: ['kind', 'radius'],
  properties: { kind: { const: 'circle' }, radius: { type: 'number', minimum: 0 } },
};
const square: Schema = {
  type: 'object',
  required: ['kind', 'side'],
  properties: { kind: { const: 'square' }, side: { type: 'number' } },
};

test.each<[string, Schema, JsonValue, string[]]>(
  // biome-ignore format: a table
  [
    ['a type', { type: 'string' }, 5, [': must be a string']],
    ['types', { type: ['integer', 'null'] }, 'x', [': must be an integer or null']],
    ['1.0 is an integer', { type: 'integer' }, 1.0, []],
    ['1.5 is none', { type: 'integer' }, 1.5, [': must be an integer']],
    ['a maximum', { maximum: 4096 }, 5000, [': must be at most 4096']],
    ['an exclusive minimum', { exclusiveMinimum: 0 }, 0, [': must be greater than 0']],
    ['cents', { multipleOf: 0.01 }, 19.99, []],
    ['a multiple', { multipleOf: 0.25 }, 0.3, [': must be a multiple of 0.25']],
    ['no text', { minLength: 1 }, '', [': must not be empty']],
    ['long text, counted in characters', { maxLength: 2 }, '😀😀', []],
    ['too long text', { maxLength: 2 }, 'abc', [': must have at most 2 characters']],
    ['a choice', { enum: ['png', 'svg'] }, 'gif', [': must be one of png, svg']],
    ['a constant', { const: 1 }, 2, [': must be 1']],
    ['a missing field', { required: ['a', 'b/c'] }, {}, ['/a: is required', '/b~1c: is required']],
    ['an unknown field', { additionalProperties: false, properties: { a: {} } }, { a: 1, b: 2 }, ['/b: is not a known field']],
    ['a dependent field', { dependentRequired: { a: ['b'] } }, { a: 1 }, ['/b: is required when a is given']],
    ['a pattern', { pattern: '^a+$' }, 'b', [': must match the pattern ^a+$']],
    ['a format', { format: 'date' }, 'x', [': must be a date such as 2026-11-20']],
    ['an unknown format', { format: 'swift-bic' }, 'x', []],
    ['the same item twice', { uniqueItems: true }, [{ a: 1, b: 2 }, { b: 2, a: 1 }], [': must not hold the same item twice']],
    ['items', { items: { type: 'integer' } }, [1, 'a', 2, 'b'], ['/1: must be an integer', '/3: must be an integer']],
    ['a tuple', { prefixItems: [{ type: 'string' }], items: false }, ['a', 1], [': must have at most 1 item']],
    ['names', { propertyNames: { maxLength: 2 } }, { abc: 1 }, ['/abc: must have at most 2 characters']],
    ['never', false, 1, [': is not allowed here']],
    ['anything', true, 1, []],
    ['an inherited name that is missing', { required: ['toString'], properties: { toString: { type: 'string' } } }, {}, ['/toString: is required']],
    ['unevaluated', { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false }, { a: 1, b: 1 }, ['/b: is not a known field']],
    ['unevaluated through a reference', { $ref: '#/$defs/Circle', unevaluatedProperties: false }, { kind: 'circle', radius: 1 }, []],
  ],
)('%s', (_, schema, value, expected) => {
  const faults = compileSchema(schema, { Circle: circle })(value);
  expect(faults.map(({ pointer, detail }) => `${pointer}: ${detail}`)).toEqual(expected);
});

test.each<[string, Schema, JsonValue, string[]]>(
  // biome-ignore format: a table
  [
    ['the branch that its constant names', { oneOf: [circle, square] }, { kind: 'square', side: 'x' }, ['/side: must be a number']],
    [
      'the branch by reference',
      { oneOf: [{ $ref: '#/$defs/Circle' }, { $ref: '#/$defs/Square' }] },
      { kind: 'circle', radius: -1 },
      ['/radius: must be at least 0'],
    ],
    ['no branch has the type', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 5, [': must be a string or null']],
    ['the only branch with the type', { anyOf: [{ type: 'string' }, circle] }, { kind: 'circle' }, ['/radius: is required']],
    ['constants', { oneOf: [{ const: 'a' }, { const: 'b' }, { enum: ['c'] }] }, 'd', [': must be a, b or c']],
    ['two branches fit', { oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 3, [': fits more than one of the allowed forms, and must fit exactly one']],
    ['one branch fits', { oneOf: [{ minimum: 5 }, { minimum: 2 }] }, 3, []],
    [
      'the branch that the discriminator names',
      { oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }], discriminator: { propertyName: 'pet' } },
      { pet: 'Dog' },
      ['/bark: is required', '/size: is required'],
    ],
    [
      'the branch that the mapping names',
      { oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }], discriminator: { propertyName: 'pet', mapping: { d: '#/$defs/Dog' } } },
      { pet: 'd' },
      ['/bark: is required', '/size: is required'],
    ],
    ['no discriminator', { oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }], discriminator: { propertyName: 'pet' } }, {}, ['/pet: is required']],
  ],
)('a union says one thing: %s', (_, schema, value, expected) => {
  const defs: Record<string, Schema> = {
    Circle: circle,
    Square: square,
    Cat: { type: 'object', required: ['meow'], properties: { pet: { type: 'string' } } },
    Dog: { type: 'object', required: ['bark', 'size'], properties: { pet: { type: 'string' } } },
  };
  const faults = compileSchema(schema, defs)(value);
  expect(faults.map(({ pointer, detail }) => `${pointer}: ${detail}`)).toEqual(expected);
});

test.each<[string, Schema, string, boolean]>([
  ['base64', { format: 'binary' }, 'aGVsbG8=', true],
  ['base64 without padding', { format: 'binary' }, 'aGVsbG8', true],
  ['a data URL', { contentEncoding: 'base64' }, 'data:text/plain;name=a.txt;base64,aGVsbG8=', true],
  ['a data URL in percent encoding', { format: 'binary' }, 'data:,hello%20there', true],
  ['plain text', { format: 'binary' }, 'hello there', false],
  ['broken base64', { format: 'byte' }, 'aGVsb', false],
  ['a broken data URL', { format: 'binary' }, 'data:text/plain;base64,###', false],
  ['five bytes of at most five', { format: 'binary', maxLength: 5 }, 'aGVsbG8=', true],
  ['five bytes of at most four', { format: 'binary', maxLength: 4 }, 'aGVsbG8=', false],
])('a file is a data URL or base64: %s', (_, schema, value, valid) => {
  expect(compileSchema(schema)(value)).toHaveLength(valid ? 0 : 1);
});

test('the input is validated whole, and each field by itself', () => {
  const shape = inputShape({
    server: { url: 'https://upstream.example' },
    method: 'get',
    path: '/',
    parameters: [{ name: 'n', in: 'query', required: true, schema: { $ref: '#/$defs/Count' } }],
    $defs: { Count: { type: 'integer', maximum: 9 } },
  });
  const { input, fields } = compileInput(shape);
  expect(input({ n: 3, other: true })).toEqual([]);
  expect(input({ n: 10 })).toEqual([{ pointer: '/n', detail: 'must be at most 9' }]);
  expect(input({})).toEqual([{ pointer: '/n', detail: 'is required' }]);
  expect(input([])).toEqual([{ pointer: '', detail: 'must be an object' }]);
  expect(fields.get('n')?.('x')).toEqual([{ pointer: '', detail: 'must be an integer' }]);
});

test.each<[string, Schema]>(
  // biome-ignore format: a table
  [
    ['a loop of references', { $ref: '#/$defs/A' }],
    ['a loop through allOf', { allOf: [{ $ref: '#/$defs/C' }] }],
    ['a dangling reference', { $ref: '#/$defs/Nothing' }],
    ['a remote reference', { $ref: 'https://elsewhere.example/schema.json' }],
    ['an unknown type', { type: 'file' }],
    [
      'keywords of the wrong form',
      { minimum: '5', required: true, enum: 'a', items: 3, properties: [], pattern: 7, maxLength: -1, allOf: {}, multipleOf: 0, const: null, nullable: true },
    ],
    ['identifiers', { $id: 'x', $schema: 'http://json-schema.org/draft-04/schema#', $anchor: 'a', $dynamicRef: '#a' }],
  ],
)('a strange schema does not stop the validator: %s', (_, schema) => {
  const defs: Record<string, Schema> = {
    A: { $ref: '#/$defs/B' },
    B: { $ref: '#/$defs/A' },
    C: { allOf: [{ $ref: '#/$defs/C' }, true] },
  };
  expect(compileSchema(schema, defs)(null)).toEqual([]);
});

test('a schema that loops in place still says what it says', () => {
  const defs: Record<string, Schema> = {
    A: { $ref: '#/$defs/B', type: 'object' },
    B: { allOf: [{ $ref: '#/$defs/A' }], required: ['x'] },
  };
  const validate = compileSchema({ $ref: '#/$defs/A' }, defs);
  expect(validate({})).toEqual([{ pointer: '/x', detail: 'is required' }]);
  expect(validate({ x: 1 })).toEqual([]);
});

test.each<[string, (next: Schema) => Schema]>([
  ['allOf', (next) => ({ allOf: [next, next] })],
  ['anyOf', (next) => ({ anyOf: [next, next] })],
])('references that double at each step, through %s, are followed once', (_, twice) => {
  const defs: Record<string, Schema> = { D40: { type: 'object', required: ['x'] } };
  for (let step = 0; step < 40; step += 1) defs[`D${step}`] = twice({ $ref: `#/$defs/D${step + 1}` });
  const validate = compileSchema({ $ref: '#/$defs/D0' }, defs);
  expect(validate({})).toEqual([{ pointer: '/x', detail: 'is required' }]);
  expect(validate(5)).toEqual([{ pointer: '', detail: 'must be an object' }]);
});

test('a chain of references without end is refused rather than followed', () => {
  const defs: Record<string, Schema> = {};
  for (let step = 0; step < 3000; step += 1) defs[`D${step}`] = { allOf: [{ $ref: `#/$defs/D${step + 1}` }] };
  expect(compileSchema({ $ref: '#/$defs/D0' }, defs)(1)).toEqual([
    { pointer: '', detail: 'is described too deeply to be checked' },
  ]);
});

test('thousands of properties and of constants are compiled as they are used', () => {
  const many = Array.from({ length: 3000 }, (_, index) => `p${index}`);
  const properties = Object.fromEntries(many.map((name) => [name, { type: 'string', pattern: '^a{900}$' }]));
  const closed = compileSchema({ type: 'object', properties, additionalProperties: false });
  expect(closed({ p7: 'x', other: 1 })).toEqual([
    { pointer: '/p7', detail: 'must match the pattern ^a{900}$' },
    { pointer: '/other', detail: 'is not a known field' },
  ]);
  const union = compileSchema({ oneOf: many.map((name) => ({ const: name })) });
  expect(union('p2999')).toEqual([]);
  expect(union('q')[0]?.detail).toMatch(/^must be p0, p1, .* or …$/);
});

test('a very large wrong value is answered with its first fault', () => {
  const validate = compileSchema({ items: { $ref: '#/$defs/Number' } }, { Number: { type: 'number' } });
  expect(validate(Array.from({ length: 300_000 }, () => 'x'))).toEqual([
    { pointer: '/0', detail: 'must be a number' },
  ]);
  expect(validate(Array.from({ length: 500 }, () => 'x'))).toHaveLength(50);
});

test.each<[string, string, boolean]>(
  // biome-ignore format: a table
  [
    ['^\\s$', '\u00a0', true], ['^\\S$', '\u00a0', false], ['^[\\s]$', '\u2003', true], ['^.$', '😀', true], ['^.$', '\r', false],
    ['^\\u00e9\\u{1F600}$', 'é😀', true], ['^\\p{Letter}+$', 'žluť', true], ['^\\p{Script=Greek}$', 'λ', true], ['^[[a]$', '[', true],
    ['^[\\w-.]+$', 'a-b.c', true], ['^\\/x\\-$', '/x-', true], ['^a$', 'a\n', false], ['^[^]$', '\n', true],
  ],
)('patterns mean what they mean in ECMAScript: %s', (pattern, text, matches) => {
  expect(compileSchema({ pattern })(text)).toHaveLength(matches ? 0 : 1);
});

test('patterns beyond the engine are told of, and do not refuse', () => {
  const schema: Schema = {
    properties: { pattern: { type: 'string', pattern: '(?=a)b' } },
    patternProperties: { '(?!x)': { pattern: '^a{2,5000}$' } },
    examples: [{ pattern: '(?=a)' }],
  };
  expect(unsupportedPatterns(schema)).toEqual([
    { pointer: '/patternProperties/(?!x)', pattern: '(?!x)', effect: 'ignored' },
    { pointer: '/properties/pattern/pattern', pattern: '(?=a)b', effect: 'ignored' },
    { pointer: '/patternProperties/(?!x)/pattern', pattern: '^a{2,5000}$', effect: 'loosened' },
  ]);
  expect(compileSchema({ pattern: '(?=a)b' })('z')).toEqual([]);
  expect(compileSchema({ pattern: '^a{2,5000}$' })('b')).toHaveLength(1);
});

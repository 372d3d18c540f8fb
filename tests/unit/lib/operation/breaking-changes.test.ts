import { expect, test } from 'vitest';
import { breakingChanges } from '../../../../lib/operation/breaking-changes.ts';
import { document2, document3, onlyOperation, withBody } from '../import/cases/documents.ts';

type Json = Record<string, unknown>;

function operationOf(document: Json) {
  const { operation } = onlyOperation(document);
  if (!operation) throw new Error('It is not imported.');
  return operation;
}

const between = (before: Json, after: Json) => breakingChanges(operationOf(before), operationOf(after));

const text = { type: 'string' };
const object = (properties: Json, more: Json = {}) => ({ type: 'object', properties, ...more });
const x = (schema: unknown) => object({ x: schema });

const narrower: [what: string, before: unknown, after: unknown, changes: string[]][] = [
  ['a new required field', object({ a: text }), object({ a: text, b: text }, { required: ['b'] }), ['"b" is new and required']],
  ['a field that is required now', x(text), object({ x: text }, { required: ['x'] }), ['"x" is required now']],
  ['a removed field', object({ a: text, b: text }), object({ a: text }), ['"b" is gone']],
  ['a type', x({ type: 'number' }), x({ type: 'integer' }), ['"x" takes integer only, no longer number']],
  ['another type', x(text), x({ type: 'boolean' }), ['"x" takes boolean only, no longer string']],
  ['any type', x({}), x(text), ['"x" takes string only, no longer any value']],
  ['a value of an enum', x({ enum: ['a', 'b', 'c'] }), x({ enum: ['a', 'd'] }), ['"x" no longer takes "b", "c"']],
  ['an enum', x(text), x({ type: 'string', enum: ['a', 'b'] }), ['"x" takes only "a", "b" now']],
  ['a maximum', x({ type: 'integer', maximum: 70 }), x({ type: 'integer', maximum: 30 }), ['"x" is at most 30 (was 70)']],
  ['a minimum', x({ type: 'integer' }), x({ type: 'integer', minimum: 1 }), ['"x" is at least 1']],
  ['a length', x(text), x({ type: 'string', minLength: 2, maxLength: 9 }), ['"x" has at least 2 characters (was 0)', '"x" has at most 9 characters']],
  ['a pattern', x({ type: 'string', pattern: '^a' }), x({ type: 'string', pattern: '^b' }), ['"x" has to match another pattern']],
  ['a format', x(text), x({ type: 'string', format: 'uuid' }), ['"x" has the format "uuid" now']],
  ['items', x({ type: 'array', items: { type: 'number' } }), x({ type: 'array', items: { type: 'integer' }, maxItems: 3 }), ['"x" has at most 3 items', '"x[]" takes integer only, no longer number']],
  ['a nested field', x(object({ a: text, b: text })), x(object({ a: text, c: text }, { required: ['a', 'c'] })), ['"x.b" is gone', '"x.a" is required now', '"x.c" is new and required']],
  ['closed objects', x(object({ a: text })), x(object({ a: text }, { additionalProperties: false })), ['"x" takes no members of other names now']],
  ['a form of a union', x({ oneOf: [object({ a: text }), object({ b: text }), text] }), x({ oneOf: [object({ a: text }), text] }), ['"x" takes fewer forms now']],
  ['a name that would reach a terminal', object({ 'a\u001b[2J': text }), object({ b: text }), ['"a\\u001b[2J" is gone']],
]; // biome-ignore format: a table

test.each(narrower.flatMap((row) => ['3.0.3', '3.1.0'].map((version) => [version, ...row] as const)))(
  'OpenAPI %s: %s',
  (version, _what, before, after, changes) => {
    expect(between(withBody(before, version), withBody(after, version))).toEqual(changes);
    expect(between(withBody(before, version), withBody(before, version))).toEqual([]);
  },
);

test.each([
  ['an optional field', object({ a: text }), object({ a: text, b: text })],
  ['a wider type', x({ type: 'integer' }), x({ type: 'number' })],
  ['more values', x({ enum: ['a'] }), x({ enum: ['a', 'b'] })],
  ['null', x(text), x({ type: ['string', 'null'] })],
  ['null as a branch', x({ type: ['string', 'null'] }), x({ anyOf: [text, { type: 'null' }] })],
  [
    'an enum as a union of its values',
    x({ enum: ['a', 'b'] }),
    x({ anyOf: [{ const: 'b' }, { const: 'a' }] }),
  ],
  ['another form of a union', x({ oneOf: [text] }), x({ oneOf: [text, object({ a: text })] })],
  ['other words', x(text), x({ type: 'string', description: 'New.', default: 'a' })],
])('%s breaks nothing', (_what, before, after) => {
  expect(between(withBody(before, '3.1.0'), withBody(after, '3.1.0'))).toEqual([]);
});

test('null that is gone, a reference, and what it leads to', () => {
  const before = withBody(x({ $ref: '#/components/schemas/S' }), '3.0.3', {
    S: { ...object({ a: { type: 'string', nullable: true }, s: { $ref: '#/components/schemas/S' } }) },
  });
  const after = withBody(x({ $ref: '#/components/schemas/T' }), '3.0.3', {
    T: object({ a: text, s: { $ref: '#/components/schemas/T' } }),
  });
  expect(between(before, after)).toEqual(['"x.a" takes string only, no longer null']);
});

test('parameters, also of Swagger 2.0', () => {
  const before = [
    { name: 'q', in: 'query', type: 'string' },
    { name: 'limit', in: 'query', type: 'integer' },
  ];
  const after = [{ name: 'q', in: 'query', type: 'string', required: true }];
  const changes = ['"q" is required now', '"limit" is gone'];
  expect(between(document2({ parameters: before }), document2({ parameters: after }))).toEqual(changes);
  const of3 = (list: Json[]) => ({
    parameters: list.map(({ type, ...one }) => ({ ...one, schema: { type } })),
  });
  expect(between(document3(of3(before)), document3(of3(after)))).toEqual(changes);
});

test('a body that callers could leave out', () => {
  const withNeed = (required: boolean) =>
    document3(
      {
        requestBody: {
          required,
          content: { 'application/json': { schema: object({ a: text }, { required: ['a'] }) } },
        },
      },
      {},
      '3.1.0',
      'post',
    );
  expect(between(withNeed(false), withNeed(true))).toEqual(['"a" is required now']);
  expect(between(withNeed(true), withNeed(false))).toEqual([]);
});

test('fields of the answer', () => {
  const answer = (schema: unknown) =>
    document3({ responses: { 200: { description: '', content: { 'application/json': { schema } } } } });
  const list = (schema: unknown) => object({ list: { type: 'array', items: schema } });
  expect(
    between(
      answer(list(object({ a: text, b: text }))),
      answer(list(object({ b: { type: 'integer' }, c: text }))),
    ),
  ).toEqual([`the answer's "list[].a" is gone`, `the answer's "list[].b" may be integer now`]);
});

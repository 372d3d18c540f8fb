import { expect, test } from 'vitest';
import { inputShape } from '../../../../lib/operation/input-shape.ts';
import type { JsonValue } from '../../../../lib/json/json.ts';
import type { Operation, Schema } from '../../../../lib/operation/operation.ts';
import { requestFields } from '../../../../lib/operation/request-fields.ts';

const $defs: Record<string, Schema> = {
  Node: {
    type: 'object',
    properties: { next: { $ref: '#/$defs/Node' }, colour: { $ref: '#/$defs/Colour' } },
  },
  Colour: { type: 'string', enum: ['red', 'blue'] },
  Unused: { type: 'string' },
};

function fieldsOf(properties: Record<string, Schema>, parts: Partial<Operation> = {}) {
  const shape = inputShape({
    server: { url: 'https://upstream.example' },
    method: 'post',
    path: '/',
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { type: 'object', properties } } },
    },
    $defs,
    ...parts,
  });
  return requestFields(shape, (name) => name === 'node');
}

test('a field carries what the form needs, and a schema that stands alone', () => {
  expect(
    fieldsOf({ node: { $ref: '#/$defs/Node' }, n: { type: 'integer', default: 2, description: 'How many' } }),
  ).toEqual([
    {
      name: 'node',
      in: 'body',
      label: 'Node',
      description: '',
      type: 'object',
      required: false,
      schema: { $ref: '#/$defs/Node', $defs: { Node: $defs['Node'], Colour: $defs['Colour'] } },
      affectsPrice: true,
    },
    {
      name: 'n',
      in: 'body',
      label: 'N',
      description: 'How many',
      type: 'integer',
      required: false,
      default: 2,
      schema: { type: 'integer', default: 2, description: 'How many' },
      affectsPrice: false,
    },
  ]);
});

test.each<[Schema, string, JsonValue[] | undefined]>([
  [{ $ref: '#/$defs/Colour' }, 'string', ['red', 'blue']],
  [{ type: ['string', 'null'] }, 'string|null', undefined],
  [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'string|integer', undefined],
  [{ anyOf: [{ type: 'number' }, { type: 'integer' }] }, 'number', undefined],
  [{ enum: [1, 2] }, 'integer', [1, 2]],
  [{ const: 'x' }, 'string', ['x']],
  [
    { oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }, { type: 'null' }] },
    'string|null',
    ['a', 'b', null],
  ],
  [{ items: {} }, 'array', undefined],
  [{ properties: { a: {} } }, 'object', undefined],
  [{ allOf: [{ $ref: '#/$defs/Node' }, { description: 'A node' }] }, 'object', undefined],
  [{}, 'any', undefined],
  [true, 'any', undefined],
])('%j has the type %s and the choices %j', (schema, type, choices) => {
  const [field] = fieldsOf({ value: schema });
  expect([field?.type, field?.enum]).toEqual([type, choices]);
});

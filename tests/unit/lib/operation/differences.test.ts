import { expect, it } from 'vitest';
import { fieldDifferences } from '../../../../lib/operation/differences.ts';
import { operationSchema } from '../../../../lib/operation/operation.ts';

const operation = (input: object, reply: object = {}) =>
  operationSchema.parse({
    server: { url: 'https://api.example.com' },
    method: 'post',
    path: '/orders',
    requestBody: { required: true, content: { 'application/json': { schema: input } } },
    responses: { '200': { description: 'Done.', content: { 'application/json': { schema: reply } } } },
  });
const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
const text = { type: 'string' };

it('says fields that came, went or changed, with their limits, before and after', () => {
  const before = operation(
    object({ city: { ...text, description: 'A city.' }, size: { type: 'integer', maximum: 9 }, old: text }),
    object({ total: { type: 'integer' } }),
  );
  const after = operation(
    object(
      { city: { ...text, description: 'Any city.' }, size: { type: 'integer', maximum: 5 }, shop: text },
      ['shop'],
    ),
    object({ total: { type: 'string' } }),
  );
  expect(fieldDifferences(before, after)).toEqual([
    { part: 'input', name: 'city', before: 'string\nA city.', after: 'string\nAny city.' },
    { part: 'input', name: 'size', before: 'integer, at most 9', after: 'integer, at most 5' },
    { part: 'input', name: 'shop', before: null, after: 'string, required' },
    { part: 'input', name: 'old', before: 'string', after: null },
    { part: 'reply', name: 'total', before: 'integer', after: 'string' },
  ]);
});

it('says a field within another one by its way, and one that comes with another one not by itself', () => {
  const before = operation(object({ address: object({ city: text }) }));
  const after = operation(
    object({ address: object({ city: { ...text, maxLength: 9 } }), billing: object({ city: text }) }),
  );
  const names = fieldDifferences(before, after).map(({ name }) => name);
  expect(names).toEqual(['address.city', 'billing']);
});

it('finds nothing in the same operation, and ends where a schema holds itself', () => {
  const tree = { $ref: '#/$defs/tree' };
  const $defs = { tree: object({ name: text, children: { type: 'array', items: tree } }) };
  const one = operationSchema.parse({ ...operation(tree, tree), $defs });
  expect(fieldDifferences(one, one)).toEqual([]);
});

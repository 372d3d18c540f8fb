import { expect, test } from 'vitest';
import { type Operation, templateSchema } from '../../../../lib/operation/operation.ts';
import { templateOfEntry } from '../../../../lib/product/catalogue-entry.ts';

const operation: Operation = {
  server: { url: 'https://api.example.com' },
  method: 'get',
  path: '/',
  'x-farebox': {
    order: ['a', 'b'],
    labels: { a: 'From the document', b: 'B' },
    examples: { a: 1 },
    secrets: [{ name: 'API_KEY', scheme: { type: 'http', scheme: 'bearer' } }],
  },
};
const price = { lines: [], maximum: 1 };

test('what an entry says of its fields stands before what the document says, name by name', () => {
  const template = templateOfEntry(operation, { fields: { labels: { a: 'A' }, examples: { b: 2 } }, price });
  expect(template['x-farebox']).toEqual({
    order: ['a', 'b'],
    labels: { a: 'A', b: 'B' },
    examples: { a: 1, b: 2 },
    secrets: operation['x-farebox']?.secrets,
    price,
  });
});

test('an order is taken whole, and what nobody says is left out', () => {
  const { 'x-farebox': _, ...bare } = operation;
  const template = templateOfEntry(bare, { fields: { order: ['b'] }, price, limits: { totalMs: 1_000 } });
  expect(template['x-farebox']).toEqual({ order: ['b'], price, limits: { totalMs: 1_000 } });
  expect(templateSchema.parse(template)).toEqual(template);
});

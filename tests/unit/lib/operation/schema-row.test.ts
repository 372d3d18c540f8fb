import { describe, expect, it } from 'vitest';
import type { Schema } from '../../../../lib/operation/operation.ts';
import { schemaRow } from '../../../../lib/operation/schema-row.ts';

describe('the row of a schema', () => {
  it.each<[Schema, string, string[]]>(
    // biome-ignore format: a table
    [
      [{ type: 'integer', minimum: 1, maximum: 4000 }, 'integer', ['1 to 4,000']],
      [{ type: 'number', exclusiveMinimum: 0, multipleOf: 0.5 }, 'number', ['greater than 0', 'multiple of 0.5']],
      [{ type: 'string', minLength: 1, maxLength: 9 }, 'string', ['1 to 9 characters']],
      [{ type: 'string', minLength: 0, format: 'email' }, 'string', ['format email']],
      [{ type: 'string', enum: ['a', 'b'] }, 'string', ['one of "a", "b"']],
      [{ const: 4 }, 'number', ['always 4']],
      [{ type: ['string', 'null'], pattern: '^#' }, 'string or null', ['pattern ^#']],
      [{ anyOf: [{ type: 'string', maxLength: 3 }, { type: 'null' }] }, 'string or null', ['at most 3 characters']],
      [{ type: 'array', maxItems: 5, items: { type: 'string' } }, 'array of string', ['at most 5 items']],
      [{ type: 'string', format: 'binary' }, 'string', ['file']],
      [true, 'any', []],
    ],
  )('%j', (schema, type, facts) => {
    expect(schemaRow('x', schema)).toMatchObject({ type, facts, rows: [] });
  });

  it('has the members of an object, of the items of a list and of each way of a union', () => {
    const row = schemaRow('x', {
      type: 'array',
      items: {
        oneOf: [
          { type: 'object', required: ['kind'], properties: { kind: { const: 'solid' } } },
          { title: 'Gradient', type: 'object', properties: { from: { type: 'string', default: '#000' } } },
          { type: 'object', properties: { name: { type: 'string' } } },
        ],
      },
    });
    const [item] = row.rows;
    expect(item).toMatchObject({ name: 'each item', holds: 'ways', type: 'one of 3' });
    expect(item?.rows.map(({ name }) => name)).toEqual(['kind: "solid"', 'Gradient', 'Option 3']);
    expect(item?.rows[0]?.rows[0]).toMatchObject({ name: 'kind', required: true, facts: ['always "solid"'] });
    expect(item?.rows[1]?.rows[0]).toMatchObject({ name: 'from', required: false, default: '#000' });
  });

  it('ends where a schema holds itself', () => {
    const row = schemaRow('root', {
      $ref: '#/$defs/Node',
      $defs: {
        Node: {
          type: 'object',
          properties: {
            value: { type: 'integer' },
            children: { type: 'array', items: { $ref: '#/$defs/Node' } },
          },
        },
      },
    });
    const children = row.rows.find(({ name }) => name === 'children');
    expect(children?.rows[0]).toMatchObject({ facts: ['recursive: same as above'], rows: [] });
  });
});

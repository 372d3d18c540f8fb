import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { inputShape } from '../../../../lib/operation/input-shape.ts';
import { onlyOperation, told, withBody } from './cases/documents.ts';
import { schemaCases } from './cases/schemas.ts';

/** The schema of the field `field` as it is published. */
function published(schema: unknown, version: string) {
  const operation = onlyOperation(
    withBody({ type: 'object', required: ['field'], properties: { field: schema } }, version),
  );
  const shape = operation.operation && inputShape(operation.operation);
  return { operation, shape, schema: shape?.fields[0]?.schema };
}

test.each(Object.entries(schemaCases))(
  'schemas become JSON Schema 2020-12: %s',
  (_what, { version = '3.0.3', raw, becomes, tells }) => {
    const { operation, shape, schema } = published(raw, version);
    expect(schema).toEqual(becomes);
    expect(operation.imported).toBe(true);
    if (tells === undefined) expect(told(operation)).not.toMatch(/schemas?\/properties\/field/);
    else expect(told(operation)).toContain(tells);
    const ajv = new Ajv2020({ strict: false, logger: false });
    addFormats.default(ajv);
    expect(ajv.validate(shape?.schema ?? false, operation.example)).toBe(true);
  },
);

describe('keywords stand in the order of the document', () => {
  const required = { type: 'object', description: 'd', required: ['b', 'a'], properties: { b: {}, a: {} } };
  test.each([
    ['a type before its bounds', { type: 'integer', minimum: 1, default: 2, description: 'd' }],
    ['a type after its bounds', { description: 'd', default: 2, minimum: 1, type: 'integer' }],
    ['a choice', { enum: ['x'], type: 'string', title: 't' }],
    [
      'a list within a list',
      { type: 'array', items: { type: 'array', items: { type: 'null' } }, maxItems: 3 },
    ],
    ['an object', required],
    ['branches', { anyOf: [required, { const: 3, title: 't' }], title: 't' }],
  ])('%s', (_what, raw) => {
    expect(JSON.stringify(published(raw, '3.1.0').schema)).toBe(JSON.stringify(raw));
  });

  test('with what the document has in other words at the end', () => {
    const raw = { nullable: true, example: 'e', type: 'string', title: 't' };
    expect(JSON.stringify(published(raw, '3.0.3').schema)).toBe(
      '{"type":["string","null"],"title":"t","examples":["e"]}',
    );
    const wrapped = {
      description: 'd',
      nullable: true,
      title: 't',
      allOf: [{ maxLength: 3, type: 'string' }],
    };
    expect(JSON.stringify(published(wrapped, '3.0.3').schema)).toBe(
      '{"description":"d","title":"t","anyOf":[{"allOf":[{"maxLength":3,"type":"string"}]},{"type":"null"}]}',
    );
  });
});

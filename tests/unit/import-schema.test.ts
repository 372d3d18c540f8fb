import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { inputShape } from '../../lib/input-shape.ts';
import { onlyOperation, told, withBody } from './import-cases/documents.ts';
import { schemaCases } from './import-cases/schemas.ts';

/** The schema of the field `field` as it is published. */
function published(schema: unknown, version: string) {
  const operation = onlyOperation(
    withBody({ type: 'object', required: ['field'], properties: { field: schema } }, version),
  );
  const shape = operation.operation && inputShape(operation.operation);
  return { operation, shape, schema: shape?.fields[0]?.schema };
}

describe('schemas become JSON Schema 2020-12', () => {
  test.each(schemaCases)('$what', ({ version = '3.0.3', raw, becomes, tells }) => {
    const { operation, shape, schema } = published(raw, version);

    expect(schema).toEqual(becomes);
    expect(operation.imported).toBe(true);
    if (tells === undefined) expect(told(operation)).not.toMatch(/schemas?\/properties\/field/);
    else expect(told(operation)).toContain(tells);
    const ajv = new Ajv2020({ strict: false, logger: false });
    addFormats.default(ajv);
    expect(ajv.validate(shape?.schema ?? false, operation.example)).toBe(true);
  });
});

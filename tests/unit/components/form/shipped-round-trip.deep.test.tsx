// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { enterField } from './drive-form.ts';
import { fieldOf, renderForm } from './render-form.tsx';
import { shippedSchemas } from '../../lib/form/shipped-schemas.ts';
import { schemaNode } from '../../../../lib/schema/schema-graph.ts';

/** A reply of hundreds of members takes minutes to type in, and shows no more than the others. */
const maxRendered = 1000;

const cases = shippedSchemas();

test('the documents are there, and each schema has a value', () => {
  expect(cases.length).toBeGreaterThan(150);
  expect(cases.filter(({ values }) => values.length === 0)).toEqual([]);
});

test.each(cases)('$title', async ({ schema, defs, values }) => {
  for (const value of values) {
    if (JSON.stringify(value).length > maxRendered) continue;
    const form = renderForm([fieldOf('it', schema)]);
    await enterField(form.root, '/it', schemaNode(schema, defs), value);
    expect(form.input()).toEqual({ it: value });
    form.unmount();
  }
});

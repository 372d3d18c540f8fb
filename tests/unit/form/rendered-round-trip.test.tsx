// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type { Schema } from '../../../lib/operation.ts';
import { enterField } from './drive-form.ts';
import { fieldOf, renderForm } from './render-form.tsx';
import { schemaAndValue } from './schema-and-value.ts';

afterEach(cleanup);

test('the rendered form, driven by its own widgets, gives back the value that was meant', async () => {
  await fc.assert(
    fc.asyncProperty(schemaAndValue(), fc.boolean(), async ({ schema, value, defs }, required) => {
      const whole: Schema = { allOf: [schema], $defs: defs };
      const form = renderForm([fieldOf('it', whole, { required })]);
      await enterField(form.root, '/it', whole, defs, value);
      expect(form.input()).toEqual({ it: value });
      form.unmount();
    }),
    { numRuns: 150 },
  );
}, 120_000);

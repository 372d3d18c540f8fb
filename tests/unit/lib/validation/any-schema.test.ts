import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SchemaGraph } from '../../../../lib/schema/schema-graph.ts';
import { validate, verdictOn } from '../../../../lib/validation/validate.ts';
import { maxSteps, maxStepsToExplain, Work } from '../../../../lib/validation/work.ts';
import { cpuMs } from '../../../setup/cpu-ms.ts';
import { runs } from '../../../setup/runs.ts';
import { largeValue, recursiveSchema, smallValue } from './arbitrary-schema.ts';
import { isValid } from './naive-validator.ts';

test('the verdict is that of the specification, and there is a fault where it is not valid', () => {
  fc.assert(
    fc.property(recursiveSchema, smallValue, (schema, value) => {
      const { root } = new SchemaGraph(schema);
      const valid = isValid(schema, value);
      expect(verdictOn(root, value)).toBe(valid ? 'valid' : 'invalid');
      expect(validate(root, value).length > 0).toBe(!valid);
    }),
    { numRuns: runs(200) },
  );
});

test('the verdict is the same where it is remembered', () => {
  fc.assert(
    fc.property(recursiveSchema, fc.array(smallValue, { maxLength: 5 }), (schema, values) => {
      const { root } = new SchemaGraph({ ...schema, $ref: '#', items: { $ref: '#/$defs/N0' } });
      const filling = Array.from({ length: 3_000 }, () => values).flat();
      fc.pre(verdictOn(root, filling) !== 'too-complex');
      expect(verdictOn(root, filling)).toBe(
        values.every((value) => isValid(schema, value)) ? 'valid' : 'invalid',
      );
    }),
    { numRuns: runs(20) },
  );
});

/** The budget, and what is left of a step that crosses it. */
const mostSteps = maxSteps + maxStepsToExplain;

test('any value of any schema is done within the budget, and within 100 ms', () => {
  let slowestMs = 0;
  fc.assert(
    fc.property(recursiveSchema, largeValue, (schema, value) => {
      const { root } = new SchemaGraph(schema);
      const work = new Work();
      slowestMs = Math.max(
        slowestMs,
        cpuMs(() => void validate(root, value, work)),
      );
      expect(maxSteps - work.left).toBeLessThanOrEqual(mostSteps);
    }),
    { numRuns: runs(20) },
  );
  // The processor's time, too, is more where others share its caches and its cores.
  expect(slowestMs).toBeLessThan(300);
});

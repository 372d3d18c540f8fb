import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bindInput } from '../../../../lib/bind/bind.ts';
import { exampleInput, inputShape } from '../../../../lib/operation/input-shape.ts';
import { operationSchema } from '../../../../lib/operation/operation.ts';
import { compileInput } from '../../../../lib/validation/validator.ts';
import { importDocument } from '../../../../lib/import/import-document.ts';
import { runs } from '../../../setup/runs.ts';
import { mutated } from './cases/mutate.ts';
import { operationCases } from './cases/operations.ts';

const documents = Object.values(operationCases)
  .map(({ document }) => document)
  .filter((document) => typeof document !== 'string');

test('whatever is broken in a document, what is imported is whole, valid and can be sent', () => {
  let sent = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...documents),
      fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
      (document, choices) => {
        const result = importDocument(JSON.stringify(mutated(document, choices)));
        if (!result.ok) return;
        for (const { imported, operation, example, losses } of result.operations) {
          if (!imported || operation === undefined) {
            expect(losses.length).toBeGreaterThan(0);
            continue;
          }
          const shape = inputShape(operation);
          expect(operationSchema.safeParse(operation).error?.message).toBeUndefined();
          expect(exampleInput(shape)).toEqual(example);
          expect(compileInput(shape).input(example ?? {})).toEqual([]);
          expect(bindInput(operation, shape, example ?? {}).ok).toBe(true);
          sent += 1;
        }
      },
    ),
    { numRuns: runs(150), seed: 11 },
  );
  // Few documents are broken past reading.
  expect(sent).toBeGreaterThan(50);
});

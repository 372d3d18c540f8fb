import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bindInput } from '../../../../lib/bind/bind.ts';
import { exampleInput, inputShape } from '../../../../lib/operation/input-shape.ts';
import { operationSchema } from '../../../../lib/operation/operation.ts';
import { compileInput } from '../../../../lib/validation/validate.ts';
import { importDocument } from '../../../../lib/import/import-document.ts';
import { runs } from '../../../setup/runs.ts';
import { operationCases } from './cases/operations.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const strangeValues: Json[] = [
  null, true, 0, -1, 1e300, '', 'a', '/', '{', '\u0000', [], {}, [null], { $ref: '#' }, { $ref: '#/paths' }, { type: 'any' },
]; // biome-ignore format: a list

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

/** A copy of a document in which each choice has broken one place: dropped, retyped, doubled or put elsewhere. */
function mutated(document: unknown, choices: number[]): Json {
  const root: Json = JSON.parse(JSON.stringify(document));
  for (const choice of choices) {
    const places = placesOf(root);
    const place = places[choice % places.length];
    const other = places[(choice >> 3) % places.length];
    if (place === undefined || other === undefined) continue;
    const strange = strangeValues[(choice >> 5) % strangeValues.length] ?? null;
    const copy: Json = JSON.parse(JSON.stringify(other.get() ?? null));
    [
      () => place.remove(),
      () => place.set(strange),
      () => place.set(copy),
      () => place.set([place.get() ?? null]),
    ][choice % 4]?.();
  }
  return root;
}

interface Place {
  get(): Json | undefined;
  set(value: Json): void;
  remove(): void;
}

function placesOf(value: Json): Place[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => [
      {
        get: () => value[index],
        set: (next) => void (value[index] = next),
        remove: () => void value.splice(index, 1),
      },
      ...placesOf(item),
    ]);
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    { get: () => value[key], set: (next) => void (value[key] = next), remove: () => void delete value[key] },
    ...placesOf(item),
  ]);
}

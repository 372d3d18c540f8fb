import { expect, test } from 'vitest';
import type { Schema } from '../../../../lib/operation/operation.ts';
import { sampleSchema } from '../../../../lib/sample/sample-schema.ts';
import { schemaNode } from '../../../../lib/schema/schema-graph.ts';
import { compileSchema, isTooComplex } from '../../../../lib/validation/validator.ts';
import { officialCases } from './official-suite.ts';

const cases = officialCases();

/** Cases in which the portal means to differ from the suite. */
const exceptions: [about: RegExp, reason: string][] = [
  [/^format: .* is only an annotation by default$/, 'A format is asserted: APIs mean what they say with it.'],
  [/^content: .*an invalid base64 string/, 'An encoding is asserted: the request carries the bytes.'],
  [/^vocabulary: .*no validation vocabulary/, 'Every schema is read with all vocabularies of its draft.'],
];

test('the suite has all of its required cases', () => {
  expect(cases.length).toBe(1299);
});

test('every verdict is that of the official suite, but for the exceptions', () => {
  const differing = cases
    .filter(({ schema, value, isValid }) => {
      const faults = compileSchema(schema)(value);
      return isTooComplex(faults) || (faults.length === 0) !== isValid;
    })
    .map(({ name }) => name);
  expect(differing.filter((name) => !exceptions.some(([about]) => about.test(name)))).toEqual([]);
  for (const [about] of exceptions) expect(differing).toContainEqual(expect.stringMatching(about));
});

test('a sample of each schema of the suite that has a valid value is one', () => {
  const satisfiable = new Map<Schema, string>();
  for (const { schema, value, name } of cases)
    if (compileSchema(schema)(value).length === 0) satisfiable.set(schema, name);
  expect(satisfiable.size).toBeGreaterThan(350);
  const without: string[] = [];
  for (const [schema, name] of satisfiable) {
    const sample = sampleSchema(schemaNode(schema));
    if (sample === undefined) without.push(name);
    else expect([name, compileSchema(schema)(sample)]).toEqual([name, []]);
  }
  expect(without).toEqual([]);
});

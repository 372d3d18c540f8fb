import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../lib/json/json.ts';
import type { Schema } from '../../../../lib/operation/operation.ts';
import { expect, test } from 'vitest';
import { sampleSchema } from '../../../../lib/sample/sample-schema.ts';
import { schemaNode } from '../../../../lib/schema/schema-graph.ts';
import { compileSchema, isTooComplex } from '../../../../lib/validation/validate.ts';

interface OfficialCase {
  /** `file: group: case` */
  name: string;
  schema: Schema;
  value: JsonValue;
  isValid: boolean;
}

interface Group {
  description: string;
  schema: Schema;
  tests: { description: string; data: JsonValue; valid: boolean }[];
}

const folder = path.join(import.meta.dirname, '../../../fixtures/json-schema-test-suite');
const metaschemas = path.join(
  import.meta.dirname,
  '../../../../node_modules/ajv/dist/refs/json-schema-2020-12',
);

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

/** The required cases of the official suite for draft 2020-12. A schema carries the remote documents that it names. */
function officialCases(): OfficialCase[] {
  const remotes = new Map([
    ...documents(path.join(folder, 'remotes'), 'http://localhost:1234/draft2020-12'),
    ...documents(metaschemas, 'https://json-schema.org/draft/2020-12', ''),
  ]);
  return readdirSync(path.join(folder, 'tests')).flatMap((file) =>
    groupsIn(path.join(folder, 'tests', file)).flatMap(({ description, schema, tests }) => {
      const whole = withRemotes(schema, remotes);
      return tests.map((one) => ({
        name: `${path.basename(file, '.json')}: ${description}: ${one.description}`,
        schema: whole,
        value: one.data,
        isValid: one.valid,
      }));
    }),
  );
}

/** A schema that names documents, with all that the suite has as embedded resources. */
function withRemotes(schema: Schema, remotes: Map<string, JsonObject>): Schema {
  if (!isJsonObject(schema)) return schema;
  if (!/"(?:\$ref|\$id)":"http/.test(JSON.stringify(schema))) return schema;
  const embedded = [...remotes].map(([address, document]) => [address, { ...document, $id: address }]);
  const defs = isJsonObject(schema['$defs']) ? schema['$defs'] : {};
  return { ...schema, $defs: { ...defs, ...Object.fromEntries(embedded) } };
}

function documents(root: string, address: string, ending = '.json'): [string, JsonObject][] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => [
      `${address}/${file.slice(0, -'.json'.length)}${ending}`,
      parsedObject(path.join(root, file)),
    ]);
}

function parsedObject(file: string): JsonObject {
  const value: JsonValue = JSON.parse(readFileSync(file, 'utf8'));
  if (!isJsonObject(value)) throw new Error(`${file} holds no object.`);
  return value;
}

function groupsIn(file: string): Group[] {
  return JSON.parse(readFileSync(file, 'utf8'));
}

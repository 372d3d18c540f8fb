import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../lib/json/json.ts';
import type { Schema } from '../../../../lib/operation/operation.ts';

export interface OfficialCase {
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

/** The required cases of the official suite for draft 2020-12. A schema carries the remote documents that it names. */
export function officialCases(): OfficialCase[] {
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

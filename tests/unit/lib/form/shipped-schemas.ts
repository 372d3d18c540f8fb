import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputShape } from '../../../../lib/operation/input-shape.ts';
import type { JsonValue } from '../../../../lib/json/json.ts';
import type { Schema } from '../../../../lib/operation/operation.ts';
import { requestFields } from '../../../../lib/operation/request-fields.ts';
import { sampleSchema } from '../../../../lib/sample/sample-schema.ts';
import { schemaNode } from '../../../../lib/schema/schema-graph.ts';
import { type Defs, standAlone } from '../../../../lib/schema/schema-references.ts';
import { importDocument } from '../../../../lib/import/import-document.ts';

export interface ShippedCase {
  title: string;
  /** With the definitions that it reaches. */
  schema: Schema;
  defs: Defs;
  values: JsonValue[];
}

const root = join(import.meta.dirname, '../../../..');
const documents = readdirSync(join(root, 'catalogue/openapi'))
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => join(root, 'catalogue/openapi', name));

/** The schemas of the documents that come with the project, of inputs and of replies, with values of each. */
export function shippedSchemas(): ShippedCase[] {
  const cases = documents.flatMap((path) => {
    const result = importDocument(readFileSync(path, 'utf8'));
    if (!result.ok) throw new Error(result.reason);
    return result.operations.flatMap(({ id, operation, example }) => {
      if (operation === undefined) throw new Error(`${id} of ${path} is not imported`);
      const defs = operation.$defs ?? {};
      const fields = requestFields(inputShape(operation), () => false).map(({ name, schema }) =>
        shipped(
          `${id} ${name}`,
          schema,
          defs,
          example !== undefined && Object.hasOwn(example, name) ? example[name] : undefined,
        ),
      );
      const replies = Object.entries(operation.responses ?? {}).flatMap(([status, { content }]) =>
        Object.values(content ?? {}).flatMap(({ schema, example: reply }) =>
          schema === undefined ? [] : [shipped(`${id} ${status}`, standAlone(schema, defs), defs, reply)],
        ),
      );
      return [...fields, ...replies];
    });
  });
  // Operations share schemas: the same one with the same values is the same case.
  const distinct = new Map(
    cases.map((one) => [JSON.stringify([one.schema, one.defs, one.values]), one] as const),
  );
  return [...distinct.values()];
}

function shipped(title: string, schema: Schema, defs: Defs, given: JsonValue | undefined): ShippedCase {
  const samples = (['minimal', 'typical', 'full'] as const).map((extent) =>
    sampleSchema(schemaNode(schema, defs), extent),
  );
  const values = [given, ...samples].filter((value) => value !== undefined);
  const distinct = new Map(values.map((value) => [JSON.stringify(value), value]));
  return { title, schema, defs, values: [...distinct.values()] };
}

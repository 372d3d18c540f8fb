import { isJsonObject, type JsonObject } from '../../json/json.ts';
import type { Schema } from '../../operation/operation.ts';
import { type Defs, own } from '../../schema/schema-references.ts';
import { isSchema } from '../../schema/subschemas.ts';

const noDefs: Defs = {};
const known = new WeakMap<JsonObject, Defs>();

/** The definitions of a schema: the same object for the same schema. */
export function defsOf(schema: Schema): Defs {
  const given = isJsonObject(schema) ? own(schema, '$defs') : undefined;
  if (!isJsonObject(given)) return noDefs;
  let defs = known.get(given);
  if (defs === undefined) {
    defs = Object.fromEntries(
      Object.entries(given).flatMap(([name, inner]) => (isSchema(inner) ? [[name, inner]] : [])),
    );
    known.set(given, defs);
  }
  return defs;
}

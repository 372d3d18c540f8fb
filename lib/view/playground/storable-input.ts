import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { Schema } from '../../operation/operation.ts';
import type { RequestField } from '../../operation/request-fields.ts';
import {
  base64Alphabet,
  isBytes,
  itemSchema,
  propertySchema,
  schemaFacets,
} from '../../schema/schema-facets.ts';
import { type Defs, own } from '../../schema/schema-references.ts';
import { isSchema } from '../../schema/subschemas.ts';

/** The depth limit of the portal. */
const deepest = 64;

/** An input without secrets and files, which must not be stored or put into a link. */
export function storableInput(fields: readonly RequestField[], input: JsonObject): JsonObject {
  const kept = Object.entries(input).flatMap(([name, value]): [string, JsonValue][] => {
    const field = fields.find((one) => one.name === name);
    const schema = field?.schema ?? true;
    const left = withoutPrivate(schema, defsOf(schema), value, 0);
    return left === undefined ? [] : [[name, left]];
  });
  return Object.fromEntries(kept);
}

function withoutPrivate(schema: Schema, defs: Defs, value: JsonValue, depth: number): JsonValue | undefined {
  const facets = schemaFacets(schema, defs);
  if (depth > deepest || isPrivate(facets, value)) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item, index) =>
      withoutPrivate(itemSchema(facets, index) ?? true, defs, item, depth + 1),
    );
    // A list without some of its items would be another list, so it is dropped.
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
    const left = withoutPrivate(propertySchema(facets, name) ?? true, defs, member, depth + 1);
    return left === undefined ? [] : [[name, left]];
  });
  return Object.fromEntries(members);
}

function isPrivate(facets: JsonObject[], value: JsonValue): boolean {
  if (facets.some((facet) => own(facet, 'writeOnly') === true || own(facet, 'format') === 'password'))
    return true;
  if (typeof value !== 'string') return false;
  return value.startsWith('data:') || isBytes(facets) || base64Alphabet(facets) !== undefined;
}

function defsOf(schema: Schema): Defs {
  const given = isJsonObject(schema) ? own(schema, '$defs') : undefined;
  if (!isJsonObject(given)) return {};
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, one]) => (isSchema(one) ? [[name, one]] : [])),
  );
}

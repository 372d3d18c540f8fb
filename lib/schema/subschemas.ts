import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';

const singleKeywords = new Set([
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const listKeywords = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems']);
const mapKeywords = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/** A copy of a schema with `change` applied to its direct subschemas. Values such as `enum` stay. */
export function mapSubschemas(
  schema: JsonObject,
  change: (subschema: Schema, path: string[]) => Schema,
): JsonObject {
  const entries = Object.entries(schema).map(([keyword, value]): [string, JsonValue] => {
    if (singleKeywords.has(keyword) && isSchema(value)) return [keyword, change(value, [keyword])];
    if (listKeywords.has(keyword) && Array.isArray(value)) {
      return [
        keyword,
        value.map((item, index) => (isSchema(item) ? change(item, [keyword, `${index}`]) : item)),
      ];
    }
    if (!mapKeywords.has(keyword) || !isJsonObject(value)) return [keyword, value];
    const members = Object.entries(value).map(([name, item]): [string, JsonValue] => [
      name,
      isSchema(item) ? change(item, [keyword, name]) : item,
    ]);
    return [keyword, Object.fromEntries(members)];
  });
  return Object.fromEntries(entries);
}

export function isSchema(value: JsonValue | undefined): value is Schema {
  return typeof value === 'boolean' || isJsonObject(value);
}

export function asSchema(value: JsonValue | undefined): Schema {
  return isJsonObject(value) || typeof value === 'boolean' ? value : true;
}

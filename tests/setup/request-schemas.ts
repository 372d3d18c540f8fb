import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json/json.ts';
import type { Json } from './documents/parts.ts';

/**
 * The schemas of a document as those of requests, in words that Ajv knows: members that only a reply has are neither
 * required nor allowed, and what OpenAPI 3.0 says in its own way is said as JSON Schema does.
 */
export function asRequestSchemas(document: Json): JsonObject {
  const copy: JsonValue = JSON.parse(JSON.stringify(document), (_key, value: JsonValue) =>
    isJsonObject(value) ? requestSchema(value) : value,
  );
  return isJsonObject(copy) ? copy : {};
}

function requestSchema(schema: JsonObject): JsonObject {
  const { nullable, exclusiveMinimum, exclusiveMaximum, ...rest } = withoutReadOnly(schema);
  return {
    ...rest,
    // Beside a type, Ajv knows it.
    ...(nullable !== undefined && rest['type'] !== undefined ? { nullable } : {}),
    ...exclusive('Minimum', rest['minimum'], exclusiveMinimum),
    ...exclusive('Maximum', rest['maximum'], exclusiveMaximum),
  };
}

function exclusive(which: string, bound: JsonValue | undefined, value: JsonValue | undefined): JsonObject {
  if (value === undefined || value === false) return {};
  return { [`exclusive${which}`]: value === true ? (bound ?? null) : value };
}

function withoutReadOnly(schema: JsonObject): JsonObject {
  const { properties, required } = schema;
  if (!isJsonObject(properties)) return schema;
  const isReadOnly = (name: JsonValue) => {
    const property = properties[String(name)];
    return isJsonObject(property) && property['readOnly'] === true;
  };
  const entries = Object.entries(properties).map(([name, one]) => [name, isReadOnly(name) ? false : one]);
  return {
    ...schema,
    properties: Object.fromEntries(entries),
    ...(Array.isArray(required) ? { required: required.filter((name) => !isReadOnly(name)) } : {}),
  };
}

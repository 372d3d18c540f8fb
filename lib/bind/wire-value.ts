import { decodeFileText } from '../operation/file-text.ts';
import { toBase64 } from '../text/to-base64.ts';
import { isJsonObject, type JsonValue } from '../json/json.ts';
import { base64Alphabet, itemSchema, propertySchema } from '../schema/schema-facets.ts';
import { anySchema } from '../schema/schema-graph.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { schemaFacets } from '../schema/schema-parts.ts';

/** The value as the upstream expects it: where the schema says base64, a data URL becomes its base64. */
export function wireValue(value: JsonValue, schema = anySchema): JsonValue {
  return holdsDataUrl(value) ? withoutDataUrls(value, schema) : value;
}

function withoutDataUrls(value: JsonValue, schema: SchemaNode = anySchema): JsonValue {
  const facets = schemaFacets(schema);
  if (typeof value === 'string') {
    const alphabet = base64Alphabet(facets);
    const file = alphabet && value.startsWith('data:') ? decodeFileText(value) : undefined;
    if (!file) return value;
    const text = toBase64(file.bytes);
    return alphabet === 'base64url' ? text.replaceAll('+', '-').replaceAll('/', '_') : text;
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => withoutDataUrls(item, itemSchema(facets, index)));
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, JsonValue] => [
    name,
    withoutDataUrls(inner, propertySchema(facets, name)),
  ]);
  return Object.fromEntries(entries);
}

function holdsDataUrl(value: JsonValue): boolean {
  if (typeof value === 'string') return value.startsWith('data:');
  if (Array.isArray(value)) return value.some(holdsDataUrl);
  return isJsonObject(value) && Object.values(value).some(holdsDataUrl);
}

import { decodeFileText } from '../operation/file-text.ts';
import { toBase64 } from '../text/to-base64.ts';
import { isJsonObject, type JsonValue } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import { base64Alphabet, itemSchema, propertySchema, schemaFacets } from '../schema/schema-facets.ts';
import type { Defs } from '../schema/schema-references.ts';

/** The value as the upstream expects it: where its schema says base64, a data URL becomes the base64 in it. */
export function wireValue(value: JsonValue, schema: Schema | undefined, defs: Defs): JsonValue {
  return holdsDataUrl(value) ? withoutDataUrls(value, schema, defs) : value;
}

function withoutDataUrls(value: JsonValue, schema: Schema | undefined, defs: Defs): JsonValue {
  const facets = schemaFacets(schema, defs);
  if (typeof value === 'string') {
    const alphabet = base64Alphabet(facets);
    const file = alphabet && value.startsWith('data:') ? decodeFileText(value) : undefined;
    if (!file) return value;
    const text = toBase64(file.bytes);
    return alphabet === 'base64url' ? text.replaceAll('+', '-').replaceAll('/', '_') : text;
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => withoutDataUrls(item, itemSchema(facets, index), defs));
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, JsonValue] => [
    name,
    withoutDataUrls(inner, propertySchema(facets, name), defs),
  ]);
  return Object.fromEntries(entries);
}

function holdsDataUrl(value: JsonValue): boolean {
  if (typeof value === 'string') return value.startsWith('data:');
  if (Array.isArray(value)) return value.some(holdsDataUrl);
  return isJsonObject(value) && Object.values(value).some(holdsDataUrl);
}

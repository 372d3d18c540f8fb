import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { isBinaryMediaType } from '../operation/media-type.ts';
import type { Schema } from '../operation/operation.ts';
import { type Defs, own, resolveReference } from './schema-references.ts';
import { isSchema } from './subschemas.ts';

/** All that a schema may say of the value itself: through references, `allOf` and the branches of unions, each once. */
export function schemaFacets(schema: Schema | undefined, defs: Defs): JsonObject[] {
  const found = new Set<JsonObject>();
  const pending: (JsonValue | undefined)[] = [schema];
  for (let index = 0; index < pending.length; index += 1) {
    const part = pending[index];
    if (!isJsonObject(part) || found.has(part)) continue;
    found.add(part);
    const reference = own(part, '$ref');
    if (typeof reference === 'string') pending.push(resolveReference(reference, defs));
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const branches = own(part, keyword);
      if (Array.isArray(branches)) pending.push(...branches);
    }
  }
  return [...found];
}

/** The schema of a property, as the first facet that knows it says. */
export function propertySchema(facets: JsonObject[], name: string): Schema | undefined {
  for (const facet of facets) {
    const properties = own(facet, 'properties');
    const property = isJsonObject(properties) ? own(properties, name) : undefined;
    if (isSchema(property)) return property;
  }
  return firstSchema(facets, 'additionalProperties');
}

export function itemSchema(facets: JsonObject[], index: number): Schema | undefined {
  for (const facet of facets) {
    const prefix = own(facet, 'prefixItems');
    const item = Array.isArray(prefix) ? prefix[index] : undefined;
    if (isSchema(item)) return item;
  }
  return firstSchema(facets, 'items');
}

/** Bytes that a request carries as they are, and JSON input as base64 or a data URL. */
export function isBytes(facets: JsonObject[]): boolean {
  return facets.some((facet) => {
    const mediaType = own(facet, 'contentMediaType');
    const isBinary = typeof mediaType === 'string' && isBinaryMediaType(mediaType);
    return own(facet, 'format') === 'binary' || (isBinary && own(facet, 'contentEncoding') === undefined);
  });
}

/** The alphabet in which a request carries bytes as text. */
export function base64Alphabet(facets: JsonObject[]): 'base64' | 'base64url' | undefined {
  for (const facet of facets) {
    const encoding =
      own(facet, 'contentEncoding') ?? (own(facet, 'format') === 'byte' ? 'base64' : undefined);
    const name = typeof encoding === 'string' ? encoding.toLowerCase() : '';
    if (name === 'base64' || name === 'base64url') return name;
  }
  return undefined;
}

function firstSchema(facets: JsonObject[], keyword: string): Schema | undefined {
  for (const facet of facets) {
    const value = own(facet, keyword);
    if (isSchema(value)) return value;
  }
  return undefined;
}

import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { RequestField } from '../../operation/request-fields.ts';
import {
  base64Alphabet,
  isBytes,
  itemSchema,
  propertySchema,
  schemaFacets,
} from '../../schema/schema-parts.ts';
import { anySchema, schemaNode } from '../../schema/schema-graph.ts';
import type { SchemaNode } from '../../schema/schema-node.ts';
import { own } from '../../schema/schema-references.ts';

/** The depth limit of the portal. */
const deepest = 64;

/** An input without secrets and files, which must not be stored or put into a link. */
export function storableInput(fields: readonly RequestField[], input: JsonObject): JsonObject {
  const kept = Object.entries(input).flatMap(([name, value]): [string, JsonValue][] => {
    const field = fields.find((one) => one.name === name);
    const schema = field?.schema ?? true;
    const left = withoutPrivate(schemaNode(schema), value, 0);
    return left === undefined ? [] : [[name, left]];
  });
  return Object.fromEntries(kept);
}

/** Of text that is no JSON nobody can tell which part is a secret: it is stored where there is nothing of that kind. */
export function isStorableText(fields: readonly RequestField[], text: string): boolean {
  return !privateParts.test(JSON.stringify(fields)) && !text.includes('data:');
}

const privateParts = /"writeOnly":true|"format":"(?:password|byte|binary)"|"content(?:Encoding|MediaType)"/;

function withoutPrivate(schema: SchemaNode, value: JsonValue, depth: number): JsonValue | undefined {
  const facets = schemaFacets(schema);
  if (depth > deepest || isPrivate(facets, value)) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item, index) =>
      withoutPrivate(itemSchema(facets, index) ?? anySchema, item, depth + 1),
    );
    // A list without some of its items would be another list, so it is dropped.
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
    const left = withoutPrivate(propertySchema(facets, name) ?? anySchema, member, depth + 1);
    return left === undefined ? [] : [[name, left]];
  });
  return Object.fromEntries(members);
}

function isPrivate(facets: SchemaNode[], value: JsonValue): boolean {
  const isSecret = ({ keywords, text }: SchemaNode) =>
    own(keywords, 'writeOnly') === true || text?.format === 'password';
  if (facets.some(isSecret)) return true;
  if (typeof value !== 'string') return false;
  return value.startsWith('data:') || isBytes(facets) || base64Alphabet(facets) !== undefined;
}

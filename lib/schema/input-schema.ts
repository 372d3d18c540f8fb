import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import { flatSchema } from './flat-schema.ts';
import { schemaNode } from './schema-graph.ts';
import type { SchemaNode } from './schema-node.ts';
import { referenceChain } from './schema-parts.ts';
import { type Defs, own, reachedDefs } from './schema-references.ts';
import { mapSubschemas, asSchema } from './subschemas.ts';

/** Whether a property or its referenced schema is read-only. */
export function isReadOnly(schema: SchemaNode): boolean {
  return referenceChain(schema).some(({ keywords }) => own(keywords, 'readOnly') === true);
}

/** The schemas and definitions without their read-only properties, at every depth. */
export function inputSchemas(schemas: Schema[], defs: Defs): { schemas: Schema[]; defs: Defs } {
  const reached = reachedDefs(schemas, defs);
  if (!mentionsReadOnly(schemas) && !mentionsReadOnly(reached)) return { schemas, defs: reached };
  const named = readOnlyNames(defs);
  const clean = (schema: Schema) => withoutReadOnly(schema, named, new Set());
  const cleanSchemas = schemas.map(clean);
  const cleanDefs = Object.entries(reached).map(([name, schema]): [string, Schema] => [name, clean(schema)]);
  return { schemas: cleanSchemas, defs: reachedDefs(cleanSchemas, Object.fromEntries(cleanDefs)) };
}

/** `banned` are properties that an enclosing `allOf` marks as read-only. Branches may not require them. */
function withoutReadOnly(schema: Schema, named: ReadOnlyNames, banned: Set<string>): Schema {
  if (!isJsonObject(schema)) return schema;
  const names = new Set([...banned, ...named(schema)]);
  const kept: JsonObject = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]): [string, JsonValue] => {
      if (keyword === 'required' && Array.isArray(value)) {
        return [keyword, value.filter((name) => typeof name !== 'string' || !names.has(name))];
      }
      if (keyword !== 'properties' || !isJsonObject(value)) return [keyword, value];
      return [keyword, Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)))];
    }),
  );
  return mapSubschemas(kept, (inner, [keyword]) =>
    withoutReadOnly(inner, named, keyword === 'allOf' ? names : new Set()),
  );
}

type ReadOnlyNames = (schema: JsonObject) => string[];

/** The read-only properties of a schema and its parts. */
function readOnlyNames(defs: Defs): ReadOnlyNames {
  const known = new Map<SchemaNode, string[]>();
  const ownNames = (part: SchemaNode) => {
    const properties = [...(part.object?.properties ?? [])];
    const names =
      known.get(part) ?? properties.flatMap(([name, property]) => (isReadOnly(property) ? [name] : []));
    known.set(part, names);
    return names;
  };
  return (schema) => {
    const node = schemaNode(schema, defs).read();
    return (flatSchema(node)?.parts ?? [node]).flatMap(ownNames);
  };
}

function mentionsReadOnly(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(mentionsReadOnly);
  if (!isJsonObject(value)) return false;
  return value['readOnly'] === true || Object.values(value).some(mentionsReadOnly);
}

export interface MergedObject {
  properties: Map<string, Schema>;
  required: Set<string>;
  closed: boolean;
}

/** Keywords that prevent properties from being separate fields. */
const bindingKeywords = [
  'oneOf', 'anyOf', 'not', 'if', 'enum', 'const', 'patternProperties', 'propertyNames', 'minProperties',
  'maxProperties', 'dependentRequired', 'dependentSchemas', 'dependencies', 'unevaluatedProperties',
  'unevaluatedItems', '$dynamicRef',
]; // biome-ignore format: a list of words

/** The properties of a plain object with its references and `allOf` merged; undefined if other keywords restrict it. */
export function mergedObject(schema: SchemaNode): MergedObject | undefined {
  const parts = flatSchema(schema)?.parts.map(({ keywords }) => keywords);
  if (!parts?.every(isPlainObject) || !parts.some(saysObject)) return undefined;
  const properties = new Map<string, Map<string, Schema>>();
  const required = new Set<string>();
  for (const part of parts) {
    for (const [name, property] of propertiesOf(part)) {
      const byText = properties.get(name) ?? new Map<string, Schema>();
      const text = JSON.stringify(property);
      if (!byText.has(text)) byText.set(text, property);
      properties.set(name, byText);
    }
    const names = own(part, 'required');
    if (Array.isArray(names)) for (const name of names) if (typeof name === 'string') required.add(name);
  }
  const closing = parts.filter((part) => own(part, 'additionalProperties') === false);
  if (properties.size === 0 || !closing.every((part) => propertiesOf(part).length === properties.size))
    return undefined;
  const undescribed = [...required].filter((name) => !properties.has(name));
  if (closing.length > 0 && undescribed.length > 0) return undefined;
  const merged = [...properties].map(([name, byText]): [string, Schema] => [
    name,
    conjunction([...byText.values()]),
  ]);
  // Required members without a description are fields, too: a body without them would be refused.
  const open = undescribed.map((name): [string, Schema] => [name, true]);
  return { properties: new Map([...merged, ...open]), required, closed: closing.length > 0 };
}

function isPlainObject(part: JsonObject): boolean {
  const type = own(part, 'type');
  const additional = own(part, 'additionalProperties');
  return (
    (type === undefined || type === 'object') &&
    (additional === undefined || additional === false) &&
    !bindingKeywords.some((keyword) => own(part, keyword) !== undefined)
  );
}

function saysObject(part: JsonObject): boolean {
  return own(part, 'type') === 'object' || propertiesOf(part).length > 0;
}

function propertiesOf(part: JsonObject): [string, Schema][] {
  const properties = own(part, 'properties');
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).map(([name, value]) => [name, asSchema(value)]);
}

function conjunction(schemas: Schema[]): Schema {
  const [first, ...rest] = schemas;
  if (first === undefined) return true;
  return rest.length === 0 ? first : { allOf: schemas };
}

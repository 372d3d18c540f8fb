import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { flatSchema } from './flat-schema.ts';
import type { Schema } from '../operation/operation.ts';
import { schemaNode } from './schema-graph.ts';
import type { SchemaNode } from './schema-node.ts';
import { referenceChain } from './schema-parts.ts';
import { type Defs, own, reachedDefs } from './schema-references.ts';
import { mapSubschemas } from './subschemas.ts';

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

import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { SchemaNode } from './schema-node.ts';
import { own } from './schema-references.ts';
import { isSchema } from './subschemas.ts';

/** The node of a keyword's value, where that is a schema. */
export function inner(node: SchemaNode, schema: JsonObject, keyword: string): SchemaNode | undefined {
  const value = own(schema, keyword);
  return isSchema(value) ? node.scope.node(value) : undefined;
}

/** The nodes of a list of schemas. What else stands in the list is left out. */
export function innerList(node: SchemaNode, value: JsonValue | undefined): SchemaNode[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isSchema).map((one) => node.scope.node(one));
}

/** The nodes of a keyword that maps names to schemas. */
export function innerMap(node: SchemaNode, schema: JsonObject, keyword: string): [string, SchemaNode][] {
  return entries(schema, keyword).flatMap(([name, one]): [string, SchemaNode][] =>
    isSchema(one) ? [[name, node.scope.node(one)]] : [],
  );
}

export function entries(schema: JsonObject, keyword: string): [string, JsonValue][] {
  const value = own(schema, keyword);
  return isJsonObject(value) ? Object.entries(value) : [];
}

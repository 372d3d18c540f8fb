import { isFileSchema } from './file-schema.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { SchemaPattern } from './schema-pattern.ts';
import { own } from './schema-references.ts';
import { isSchema } from './subschemas.ts';
import { textFormat } from './formats/text-format.ts';
import { readInPlace } from './read-in-place.ts';
import {
  type Choices,
  type Dependents,
  type ListRules,
  type Member,
  type NumberRules,
  type ObjectRules,
  type SchemaNode,
  type TextRules,
  TYPE_BITS,
} from './schema-node.ts';

/** Fills a node with what its schema says. Each group of rules is there only where a keyword of it is. */
export function readKeywords(node: SchemaNode, schema: JsonObject): void {
  node.typeNames = typeNames(own(schema, 'type'));
  for (const name of node.typeNames) node.types |= bitsOf(name);
  const listed = own(schema, 'enum');
  if (Array.isArray(listed) && listed.length > 0) node.choices = choices(listed);
  const constant = own(schema, 'const');
  if (constant !== undefined) node.constant = choices([constant]);
  if (has(schema, NUMBER_KEYWORDS)) node.number = numberRules(schema);
  if (has(schema, TEXT_KEYWORDS)) node.text = textRules(schema);
  if (has(schema, LIST_KEYWORDS)) node.list = listRules(node, schema);
  if (has(schema, OBJECT_KEYWORDS)) node.object = objectRules(node, schema);
  node.inPlace = readInPlace(node, schema);
  node.unevaluatedItems = inner(node, schema, 'unevaluatedItems');
  node.unevaluatedProperties = inner(node, schema, 'unevaluatedProperties');
}

/** The node of a keyword's value, where that is a schema. */
export function inner(node: SchemaNode, schema: JsonObject, keyword: string): SchemaNode | undefined {
  const value = own(schema, keyword);
  return isSchema(value) ? node.graph.node(value, node.scope) : undefined;
}

/** The nodes of a list of schemas. What else stands in the list is left out. */
export function innerList(node: SchemaNode, value: JsonValue | undefined): SchemaNode[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isSchema).map((one) => node.graph.node(one, node.scope));
}

function innerMap(node: SchemaNode, value: JsonValue | undefined): [string, SchemaNode][] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]): [string, SchemaNode][] =>
    isSchema(one) ? [[name, node.graph.node(one, node.scope)]] : [],
  );
}

const NUMBER_KEYWORDS = [
  'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format',
]; // biome-ignore format: a list of words
const TEXT_KEYWORDS = ['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding'];
const LIST_KEYWORDS = ['minItems', 'maxItems', 'uniqueItems', 'prefixItems', 'items', 'contains'];
const OBJECT_KEYWORDS = [
  'minProperties', 'maxProperties', 'required', 'propertyNames', 'properties', 'patternProperties',
  'additionalProperties', 'dependentRequired', 'dependentSchemas',
]; // biome-ignore format: a list of words

function has(schema: JsonObject, keywords: string[]): boolean {
  return keywords.some((keyword) => Object.hasOwn(schema, keyword));
}

function numberRules(schema: JsonObject): NumberRules | undefined {
  const bound = (keyword: string, none: number) => finite(own(schema, keyword)) ?? none;
  const format = own(schema, 'format');
  const step = finite(own(schema, 'multipleOf'));
  return {
    minimum: bound('minimum', Number.NEGATIVE_INFINITY),
    maximum: bound('maximum', Number.POSITIVE_INFINITY),
    exclusiveMinimum: bound('exclusiveMinimum', Number.NEGATIVE_INFINITY),
    exclusiveMaximum: bound('exclusiveMaximum', Number.POSITIVE_INFINITY),
    multipleOf: step !== undefined && step > 0 ? step : undefined,
    format: format === 'int32' || format === 'int64' ? format : undefined,
  };
}

function textRules(schema: JsonObject): TextRules {
  const isFile = isFileSchema(schema);
  const pattern = own(schema, 'pattern');
  const format = own(schema, 'format');
  return {
    minLength: count(own(schema, 'minLength')) ?? 0,
    maxLength: count(own(schema, 'maxLength')) ?? Number.POSITIVE_INFINITY,
    // The pattern of a file is not that of the text which carries it.
    pattern: typeof pattern === 'string' && !isFile ? new SchemaPattern(pattern) : undefined,
    format: typeof format === 'string' && !isFile ? textFormat(format) : undefined,
    isFile,
  };
}

function listRules(node: SchemaNode, schema: JsonObject): ListRules {
  const items = own(schema, 'items');
  // `items: [a, b]` is how earlier drafts wrote `prefixItems`.
  const isTuple = Array.isArray(items);
  return {
    minItems: count(own(schema, 'minItems')) ?? 0,
    maxItems: count(own(schema, 'maxItems')) ?? Number.POSITIVE_INFINITY,
    isUnique: own(schema, 'uniqueItems') === true,
    prefix: innerList(node, isTuple ? items : own(schema, 'prefixItems')),
    rest: inner(node, schema, isTuple ? 'additionalItems' : 'items'),
    contains: inner(node, schema, 'contains'),
    minContains: count(own(schema, 'minContains')) ?? 1,
    maxContains: count(own(schema, 'maxContains')),
  };
}

function objectRules(node: SchemaNode, schema: JsonObject): ObjectRules {
  const properties = new Map(innerMap(node, own(schema, 'properties')));
  const required = nameList(own(schema, 'required'));
  const rules = {
    minProperties: count(own(schema, 'minProperties')) ?? 0,
    maxProperties: count(own(schema, 'maxProperties')) ?? Number.POSITIVE_INFINITY,
    required,
    requiredBesides: required.filter((name) => !properties.has(name)),
    names: inner(node, schema, 'propertyNames'),
    properties,
    members: members(properties, new Set(required)),
    patterns: innerMap(node, own(schema, 'patternProperties')).map(
      ([pattern, one]): [SchemaPattern, SchemaNode] => [new SchemaPattern(pattern), one],
    ),
    additional: inner(node, schema, 'additionalProperties'),
    dependentRequired: dependents(own(schema, 'dependentRequired')),
    dependentSchemas: innerMap(node, own(schema, 'dependentSchemas')),
  };
  const eachKey =
    rules.minProperties > 0 ||
    rules.maxProperties < Number.POSITIVE_INFINITY ||
    rules.names !== undefined ||
    rules.patterns.length > 0 ||
    rules.additional !== undefined ||
    rules.properties.size > MANY_PROPERTIES;
  return { ...rules, eachKey };
}

function members(properties: Map<string, SchemaNode>, required: Set<string>): Member[] {
  return [...properties].map(([name, node]) => ({
    name,
    node,
    isInherited: name in Object.prototype,
    isRequired: required.has(name),
  }));
}

/** A value seldom has most of so many properties. */
const MANY_PROPERTIES = 16;

function dependents(value: JsonValue | undefined): Dependents | undefined {
  if (!isJsonObject(value)) return undefined;
  const byName = new Map(Object.entries(value).map(([name, names]) => [name, nameList(names)]));
  return { byName, all: [...new Set([...byName.values()].flat())] };
}

function choices(values: JsonValue[]): Choices {
  return {
    values,
    scalars: new Set(values.filter((value) => typeof value !== 'object' || value === null)),
    structures: values.filter((value) => typeof value === 'object' && value !== null),
  };
}

function typeNames(value: JsonValue | undefined): string[] {
  const types = [value].flat().filter((type) => typeof type === 'string' && bitsOf(type) > 0);
  return [...new Set(types.map(String))];
}

function bitsOf(type: string): number {
  return Object.entries(TYPE_BITS).find(([name]) => name === type)?.[1] ?? 0;
}

function nameList(value: JsonValue | undefined): string[] {
  if (!Array.isArray(value)) return [];
  return [...new Set(value.filter((name) => typeof name === 'string'))];
}

function finite(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function count(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

import { type JsonObject, type JsonValue, isJsonObject } from '../json/json.ts';
import type {
  ListRules,
  NumberRules,
  ObjectRules,
  SchemaNode,
  TextRules,
  Condition,
  Discriminator,
  InPlaceRules,
  Union,
} from './schema-node.ts';
import { own } from './schema-references.ts';
import { isSchema } from './subschemas.ts';

/** Fills a node from its schema. A group of rules is present only if one of its keywords is. */
export function readKeywords(node: SchemaNode, schema: JsonObject): void {
  node.typeNames = nameList([own(schema, 'type') ?? []].flat()).filter((name) => types.has(name));
  const listed = own(schema, 'enum');
  if (Array.isArray(listed)) node.choices = { values: listed };
  const constant = own(schema, 'const');
  if (constant !== undefined) node.constant = { values: [constant] };
  const format = own(schema, 'format');
  const isOfNumber = typeof format === 'string' && numberFormats.has(format);
  const isOfText = typeof format === 'string' && !isOfNumber;
  if (isOfNumber || has(schema, /imum$|^multipleOf$/)) node.number = numberRules(schema);
  if (isOfText || has(schema, /Length$|^pattern$|^content[EM]/)) node.text = textRules(schema);
  if (has(schema, /tems$|^contains$/)) node.list = listRules(node, schema);
  if (has(schema, /ropert|^required$|^dependent/)) node.object = objectRules(node, schema);
  const sample = own(schema, patternSampleKeyword);
  if (typeof sample === 'string') node.patternSample = sample;
  node.inPlace = readInPlace(node, schema);
  node.unevaluatedItems = inner(node, schema, 'unevaluatedItems');
  node.unevaluatedProperties = inner(node, schema, 'unevaluatedProperties');
}

const types = new Set(['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']);
const numberFormats = new Set(['int32', 'int64', 'float', 'double']);

function has(schema: JsonObject, kind: RegExp): boolean {
  return Object.keys(schema).some((keyword) => kind.test(keyword));
}

function numberRules(schema: JsonObject): NumberRules {
  const bound = (keyword: string, none: number) => {
    const value = own(schema, keyword);
    return typeof value === 'number' ? value : none;
  };
  const format = own(schema, 'format');
  const step = bound('multipleOf', 0);
  return {
    minimum: bound('minimum', -Infinity),
    maximum: bound('maximum', Infinity),
    exclusiveMinimum: bound('exclusiveMinimum', -Infinity),
    exclusiveMaximum: bound('exclusiveMaximum', Infinity),
    multipleOf: step > 0 ? step : undefined,
    format: format === 'int32' || format === 'int64' ? format : undefined,
  };
}

function textRules(schema: JsonObject): TextRules {
  const text = (keyword: string) => {
    const value = own(schema, keyword);
    return typeof value === 'string' ? value : undefined;
  };
  const source = text('pattern');
  const format = text('format');
  const encoding = text('contentEncoding');
  return {
    minLength: count(schema, 'minLength', 0),
    maxLength: count(schema, 'maxLength'),
    pattern: source === undefined ? undefined : { source },
    format,
    encoding,
    mediaType: text('contentMediaType'),
    isFile: format === 'binary' || format === 'byte' || /^base64(?:url)?$/i.test(encoding ?? ''),
  };
}

function listRules(node: SchemaNode, schema: JsonObject): ListRules {
  const items = own(schema, 'items');
  // Earlier drafts wrote `prefixItems` as `items: [a, b]`.
  const isTuple = Array.isArray(items);
  const contains = inner(node, schema, 'contains');
  const [least, most] = [count(schema, 'minContains', 1), count(schema, 'maxContains')];
  return {
    minItems: count(schema, 'minItems', 0),
    maxItems: count(schema, 'maxItems'),
    isUnique: own(schema, 'uniqueItems') === true,
    prefix: innerList(node, isTuple ? items : own(schema, 'prefixItems')),
    rest: inner(node, schema, isTuple ? 'additionalItems' : 'items'),
    contains: contains ? [{ node: contains, least, most }] : [],
  };
}

function objectRules(node: SchemaNode, schema: JsonObject): ObjectRules {
  return {
    minProperties: count(schema, 'minProperties', 0),
    maxProperties: count(schema, 'maxProperties'),
    required: nameList(own(schema, 'required')),
    names: inner(node, schema, 'propertyNames'),
    properties: new Map(innerMap(node, schema, 'properties')),
    patterns: innerMap(node, schema, 'patternProperties').map(([source, one]) => [{ source }, one]),
    additional: inner(node, schema, 'additionalProperties'),
    dependentRequired: entries(schema, 'dependentRequired').map(([name, names]) => [name, nameList(names)]),
    dependentSchemas: innerMap(node, schema, 'dependentSchemas'),
  };
}

function nameList(value: JsonValue | undefined): string[] {
  if (!Array.isArray(value)) return [];
  return [...new Set(value.filter((name) => typeof name === 'string'))];
}

/** The limit of a count. Invalid limits are ignored. */
function count(schema: JsonObject, keyword: string, none = Infinity): number {
  const value = own(schema, keyword);
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : none;
}

/** The schemas that apply to the same value as the node; undefined if there are none. */
function readInPlace(node: SchemaNode, schema: JsonObject): InPlaceRules | undefined {
  const not = inner(node, schema, 'not');
  const rules = {
    all: [...references(node, schema), ...innerList(node, own(schema, 'allOf'))],
    unions: [...unions(node, schema, 'anyOf'), ...unions(node, schema, 'oneOf')],
    nots: not ? [not] : [],
    conditions: conditions(node, schema),
  };
  return Object.values(rules).some(({ length }) => length > 0) ? rules : undefined;
}

function references(node: SchemaNode, schema: JsonObject): SchemaNode[] {
  const keywords = ['$ref', '$dynamicRef'] as const;
  return keywords.flatMap((keyword) => {
    const reference = own(schema, keyword);
    if (typeof reference !== 'string') return [];
    return node.scope.follow(keyword, reference) ?? [];
  });
}

function unions(node: SchemaNode, schema: JsonObject, keyword: Union['keyword']): Union[] {
  const branches = innerList(node, own(schema, keyword));
  return branches.length === 0 ? [] : [{ keyword, branches, discriminator: readDiscriminator(schema) }];
}

function conditions(node: SchemaNode, schema: JsonObject): Condition[] {
  const test = inner(node, schema, 'if');
  return test ? [{ if: test, then: inner(node, schema, 'then'), else: inner(node, schema, 'else') }] : [];
}

function readDiscriminator(schema: JsonObject): Discriminator | undefined {
  const given = own(schema, 'discriminator');
  const property = isJsonObject(given) ? own(given, 'propertyName') : undefined;
  if (!isJsonObject(given) || typeof property !== 'string') return undefined;
  const mapping = own(given, 'mapping');
  const mapped = Object.entries(isJsonObject(mapping) ? mapping : {});
  return {
    property,
    mapping: mapped.flatMap(([value, to]): [string, string][] =>
      typeof to === 'string' ? [[value, to]] : [],
    ),
  };
}

/** The node of a keyword's value, where that is a schema. */
function inner(node: SchemaNode, schema: JsonObject, keyword: string): SchemaNode | undefined {
  const value = own(schema, keyword);
  return isSchema(value) ? node.scope.node(value) : undefined;
}

/** The nodes of a list of schemas. What else stands in the list is left out. */
function innerList(node: SchemaNode, value: JsonValue | undefined): SchemaNode[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isSchema).map((one) => node.scope.node(one));
}

/** The nodes of a keyword that maps names to schemas. */
function innerMap(node: SchemaNode, schema: JsonObject, keyword: string): [string, SchemaNode][] {
  return entries(schema, keyword).flatMap(([name, one]): [string, SchemaNode][] =>
    isSchema(one) ? [[name, node.scope.node(one)]] : [],
  );
}

function entries(schema: JsonObject, keyword: string): [string, JsonValue][] {
  const value = own(schema, keyword);
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** A text that matches the `pattern` beside it, generated by the portal for the form. */
export const patternSampleKeyword = 'x-pattern-sample';

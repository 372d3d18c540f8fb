import { typesOf } from '../form/choose-widget.ts';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { schemaText } from '../operation/field-annotations.ts';
import { flatSchema, joined } from '../schema/flat-schema.ts';
import { isBytes, annotatedParts } from '../schema/schema-parts.ts';
import { anySchema } from '../schema/schema-graph.ts';
import type {
  FlatSchema,
  ListRules,
  NumberRules,
  ObjectRules,
  SchemaNode,
  Union,
  TextRules,
} from '../schema/schema-node.ts';
import { countOf } from '../text/numbers.ts';
import { plainWords } from './plain-words.ts';
import { quotedValue, quotedWords } from './quoted-words.ts';

/** How often a schema may be inside of itself. */
const mostRepeats = 2;
const mostDepth = 8;
/** Schemas in one: a list of tools is read with every request. */
const mostSchemas = 250;
const mostChoices = 100;
const mostWords = 300;

interface Place {
  /** The schemas around it. */
  around: SchemaNode[][];
  left: { schemas: number };
}

/**
 * A schema in the keywords that every client and model takes. It is a hint: it takes whatever the true one takes, and
 * more; what it cannot say is in its descriptions. References are inlined, recursion ends, and so does the budget of
 * schemas.
 */
export function modelSchema(node: SchemaNode, budget = mostSchemas): JsonObject {
  return alone(lowered(node, { around: [], left: { schemas: budget } }));
}

const responseBudgets = [60, 30, 15, 8];

/** The shape of a response in so many bytes: fewer parts of it until it fits. */
export function modelResponse(node: SchemaNode, mostBytes: number): JsonObject | undefined {
  return responseBudgets
    .map((budget) => modelSchema(node, budget))
    .find((told) => Buffer.byteLength(JSON.stringify(told)) <= mostBytes);
}

/** Some refuse a null that is no alternative of anything. */
function alone(schema: JsonObject): JsonObject {
  if (schema['type'] !== 'null') return schema;
  const { type: _type, ...rest } = schema;
  return described({ anyOf: [{ type: 'null' }, { type: 'string' }], ...rest }, ['Always null.']);
}

function lowered(node: SchemaNode, place: Place): JsonObject {
  const flat = flatSchema(node);
  const words = plainWords(schemaText(annotatedParts(node), 'description') ?? '', mostWords);
  // No value is valid, or it has too many parts to say: the true schema is the judge.
  if (!flat) return described(anything(), [words]);
  place.left.schemas -= 1;
  const alternatives = alternativesOf(flat, inside(place, flat), isTooDeep(place, flat));
  return described(oneOf(alternatives), [words, ...ruleWords(flat)]);
}

function isTooDeep({ around, left }: Place, { parts }: FlatSchema): boolean {
  const repeats = around.filter((others) => others.some((part) => parts.includes(part)));
  return left.schemas <= 0 || around.length >= mostDepth || repeats.length >= mostRepeats;
}

function inside({ around, left }: Place, { parts }: FlatSchema): Place {
  // Branches and lists are described by the same few keywords everywhere.
  const own = parts.filter(({ object, inPlace }) => object ?? inPlace);
  return { around: [...around, own], left };
}

function alternativesOf(flat: FlatSchema, place: Place, isCut: boolean): JsonObject[] {
  if (flat.choices) return choicesOf(flat.choices.values);
  const [union, ...others] = flat.inPlace.unions;
  if (union && !isCut) return branchesOf(flat, union, others, place);
  const types = typesOf(flat);
  if (types.length === 0) return [anything()];
  const isImplied = flat.typeNames.length === 0;
  const typed = types.map((type) => (isCut ? cut(type) : ofType(type, flat, place)));
  return isImplied ? [...typed, ...anyTypes.filter((type) => !types.includes(type)).map(cut)] : typed;
}

/** An object is meant where only its members are described, though anything else is valid. */
const anyTypes = ['object', 'array', 'string', 'number', 'boolean', 'null'];

/** A type without its rules. */
function cut(type: string): JsonObject {
  return type === 'array' ? { type, items: anyItem } : { type };
}

const flatTypes: JsonObject[] = ['object', 'string', 'number', 'boolean', 'null'].map((type) => ({ type }));
const anyItem: JsonObject = { anyOf: [...flatTypes, { type: 'array', items: { anyOf: flatTypes } }] };
const anyAlternatives: JsonObject[] = anyTypes.map(cut);

/**
 * Any value: some clients drop a tool whose schema has a part without a type. Lists of lists end at the second, since
 * no schema of types alone takes every depth.
 */
function anything(): JsonObject {
  return { anyOf: anyAlternatives };
}

/** The types of a schema without its rules. */
export function typesAlone({ type, anyOf }: JsonObject): JsonObject {
  if (typeof type === 'string') return cut(type);
  return Array.isArray(anyOf) ? oneOf(anyOf.filter(isJsonObject).map(typesAlone)) : anything();
}

/** The branches of a union, each with what is around it. */
function branchesOf(flat: FlatSchema, { branches }: Union, others: Union[], place: Place): JsonObject[] {
  return branches.flatMap((branch) => {
    if (branch.read().always === false) return [];
    const schema = joined([branch], flat, { unions: others });
    if (!schema) return flatSchema(branch) ? [] : [anything()];
    return [lowered(schema, place)];
  });
}

function choicesOf(values: JsonValue[]): JsonObject[] {
  const texts = values.filter((value) => typeof value === 'string');
  const others = values.filter((value) => typeof value !== 'string');
  // An enum of anything but text is refused by some, and one with an empty text, too.
  const types = [...new Set(others.map(typeOfValue))];
  const isEnum = texts.length <= mostChoices && !texts.includes('');
  const named = texts.length > 0 ? [{ type: 'string', ...(isEnum && { enum: texts }) }] : [];
  return [...named, ...types.map(cut)];
}

function typeOfValue(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

function ofType(type: string, flat: FlatSchema, place: Place): JsonObject {
  if (type === 'object') return ofObject(flat.object, place);
  if (type === 'array') return ofList(flat.list, place);
  if (type === 'string') return ofText(flat);
  if (type === 'integer' || type === 'number') return { type, ...bounds(flat.number, type === 'integer') };
  return { type };
}

function ofText(flat: FlatSchema): JsonObject {
  const { minLength = 0, maxLength = Infinity } =
    isBytes([flat]) || flat.text?.isFile ? {} : (flat.text ?? {});
  return {
    type: 'string',
    ...(minLength > 0 && { minLength }),
    ...(maxLength < Infinity && { maxLength }),
  };
}

function bounds(rules: NumberRules | undefined, isWhole: boolean): JsonObject {
  if (!rules) return {};
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = rules;
  // The smallest whole number above 2 is 3, and above 2.5, too.
  const least = Math.max(minimum, isWhole ? Math.floor(exclusiveMinimum) + 1 : exclusiveMinimum);
  const most = Math.min(maximum, isWhole ? Math.ceil(exclusiveMaximum) - 1 : exclusiveMaximum);
  return { ...(least > -Infinity && { minimum: least }), ...(most < Infinity && { maximum: most }) };
}

function ofList(rules: ListRules | undefined, place: Place): JsonObject {
  const { minItems = 0, maxItems = Infinity, prefix = [], rest } = rules ?? {};
  const others = maxItems <= prefix.length ? [] : [rest ?? anySchema];
  const items = [...prefix, ...others].filter((node) => node.read().always !== false);
  return {
    type: 'array',
    items: alone(oneOf(items.map((node) => lowered(node, place)))),
    ...(minItems > 0 && { minItems }),
    ...(maxItems < Infinity && { maxItems }),
  };
}

function ofObject(rules: ObjectRules | undefined, place: Place): JsonObject {
  if (!rules) return { type: 'object' };
  const named = [...rules.properties].filter(([, node]) => node.read().always !== false);
  const besides = rules.required.filter((name) => !rules.properties.has(name));
  const members = [...named, ...besides.map((name) => [name, anySchema] as const)];
  const properties = Object.fromEntries(members.map(([name, node]) => [name, alone(lowered(node, place))]));
  const required = rules.required.filter((name) => Object.hasOwn(properties, name));
  return {
    type: 'object',
    ...(members.length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

/** A schema of alternatives: `anyOf` if there are several. */
function oneOf(alternatives: JsonObject[]): JsonObject {
  if (alternatives.some(({ anyOf }) => anyOf === anyAlternatives)) return anything();
  const flat = alternatives.flatMap((one) => inner(one));
  const distinct = [
    ...new Map(flat.map((one) => [one['type'] === 'null' ? 'null' : canonicalJson(one), one])).values(),
  ];
  const [only, ...others] = distinct;
  if (!only) return anything();
  return others.length === 0 ? only : { anyOf: distinct };
}

/** The alternatives of an alternative, if it says nothing else. */
function inner(schema: JsonObject): JsonObject[] {
  const { anyOf, description } = schema;
  return Array.isArray(anyOf) && description === undefined ? anyOf.filter(isJsonObject) : [schema];
}

function described(schema: JsonObject, words: string[]): JsonObject {
  const before = typeof schema['description'] === 'string' ? [schema['description']] : [];
  const said = [...words, ...before].filter((text) => text !== '');
  return said.length === 0 ? schema : { ...schema, description: [...new Set(said)].join(' ') };
}

const mostPattern = 120;
const mostValues = 20;
const mostNames = 10;
const mostName = 60;
const mostValue = 200;
/** A pattern is told as it is or not at all: with anything replaced it would be another. */
const untoldInPatterns = /["<&]|[^ -~]|\]\([^)]*:/;

/** Rules that the schema of a model has no keywords for, as sentences. */
export function ruleWords(flat: FlatSchema): string[] {
  const { choices, number, text, list, object } = flat;
  if (choices) return choiceWords(choices.values);
  return [
    ...(isBytes([flat]) || text?.isFile
      ? ['A file: an https: address, a data: URL, or base64.']
      : textWords(text)),
    ...numberWords(number),
    ...listWords(list),
    ...objectWords(object),
  ];
}

function choiceWords(values: JsonValue[]): string[] {
  // What an enum says needs no words.
  if (values.every((value) => value === null || (typeof value === 'string' && value !== ''))) return [];
  const more = values.length > mostValues ? `, and ${values.length - mostValues} more` : '';
  return [
    `One of ${values
      .slice(0, mostValues)
      .map((value) => quotedValue(value, mostValue))
      .filter((words) => words !== '')
      .join(', ')}${more}.`,
  ];
}

function textWords(rules: TextRules | undefined): string[] {
  const { format, pattern, mediaType } = rules ?? {};
  return [
    ...(format === undefined ? [] : [`Format: ${quotedWords(format, mostPattern)}.`]),
    ...(pattern && pattern.source.length <= mostPattern && !untoldInPatterns.test(pattern.source)
      ? [`Matches the pattern "${pattern.source}".`]
      : []),
    ...(mediaType === undefined ? [] : [`Of the type ${quotedWords(mediaType, mostPattern)}.`]),
  ];
}

function numberWords(rules: NumberRules | undefined): string[] {
  if (!rules) return [];
  const { exclusiveMinimum, exclusiveMaximum, multipleOf } = rules;
  return [
    ...(exclusiveMinimum > -Infinity ? [`More than ${exclusiveMinimum}.`] : []),
    ...(exclusiveMaximum < Infinity ? [`Less than ${exclusiveMaximum}.`] : []),
    ...(multipleOf === undefined ? [] : [`A multiple of ${multipleOf}.`]),
  ];
}

function listWords(rules: ListRules | undefined): string[] {
  if (!rules) return [];
  return [
    ...(rules.isUnique ? ['Each item once.'] : []),
    ...(rules.prefix.length > 0
      ? [
          rules.prefix.length === 1
            ? 'The first item has a form of its own.'
            : `The first ${rules.prefix.length} items have a fixed order.`,
        ]
      : []),
  ];
}

function objectWords(rules: ObjectRules | undefined): string[] {
  if (!rules) return [];
  const { additional, patterns, dependentRequired, minProperties, properties } = rules;
  const isMap = additional !== undefined && additional.read().always !== false;
  return [
    ...(properties.size === 0 && (isMap || patterns.length > 0)
      ? ['Its members have names of your choice.']
      : []),
    ...(additional?.read().always === false && properties.size > 0 ? ['No other members.'] : []),
    ...(minProperties > 0 && properties.size === 0 ? [`At least ${countOf(minProperties, 'member')}.`] : []),
    ...dependentRequired
      .slice(0, mostNames)
      .map(([name, needs]) => `${namesWords([name])} needs ${namesWords(needs)}.`),
  ];
}

function namesWords(names: string[]): string {
  return names
    .slice(0, mostNames)
    .map((name) => quotedWords(name, mostName))
    .join(', ');
}

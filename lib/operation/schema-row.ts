import type { JsonValue } from '../json/json.ts';
import { defaultOf, exampleOf, schemaText } from './field-annotations.ts';
import type { Schema } from './operation.ts';
import type { RequestField } from './request-fields.ts';
import { flatSchema } from '../schema/flat-schema.ts';
import { schemaNode } from '../schema/schema-graph.ts';
import type { FlatSchema, SchemaNode } from '../schema/schema-node.ts';
import { own } from '../schema/schema-references.ts';
import { groupedNumber } from '../text/numbers.ts';
import { readableName } from '../text/names.ts';

/** A row of the reference: a field, a member, the items of a list, or a variant of a union. */
export interface SchemaRow {
  name: string;
  type: string;
  required: boolean;
  description: string;
  /** Constraints in words. */
  facts: string[];
  default?: JsonValue;
  example?: JsonValue;
  /** The kind of the nested rows. */
  holds: 'members' | 'ways';
  rows: SchemaRow[];
}

/** Limits the depth and the number of rows. */
const deepestRows = 8;
const mostRows = 1_500;

interface Walk {
  left: number;
  /** Schemas around the current one, to stop recursion. */
  open: SchemaNode[];
}

/** The rows of an input field. */
export function fieldRow(field: RequestField): SchemaRow {
  const row = schemaRow(field.name, field.schema, field.required);
  return {
    ...row,
    description: field.description || row.description,
    ...(field.default !== undefined && { default: field.default }),
    ...(field.example !== undefined && { example: field.example }),
  };
}

/** The rows of a schema without a field. */
export function schemaRow(name: string, schema: Schema, required = false): SchemaRow {
  return describe(name, schemaNode(schema), required, { left: mostRows, open: [] });
}

function describe(name: string, schema: SchemaNode, required: boolean, walk: Walk): SchemaRow {
  walk.left -= 1;
  const flat = flatSchema(schema);
  const { ways, nullable } = waysOf(flat);
  const parts = flat?.parts ?? [];
  const words = parts.map(({ keywords }) => keywords);
  const facts = flat ? schemaFacts(flat) : ['no value is valid'];
  const description = schemaText(words, 'description') ?? '';
  const [only] = ways;
  // A union of one schema and null is that schema.
  if (only !== undefined && ways.length === 1) {
    const row = describe(name, only, required, walk);
    return {
      ...row,
      ...annotations(words),
      facts: [...new Set([...facts, ...row.facts])],
      description: description || row.description,
      type: nullable ? withNull(row.type) : row.type,
    };
  }
  const type = typeText(flat, ways);
  const row: SchemaRow = {
    name,
    type: nullable ? withNull(type) : type,
    required,
    description,
    facts,
    ...annotations(words),
    holds: ways.length > 0 ? 'ways' : 'members',
    rows: [],
  };
  if (parts.some((part) => walk.open.includes(part))) return { ...row, facts: ['recursive: same as above'] };
  if (walk.open.length >= deepestRows * 3 || walk.left <= 0) return row;
  walk.open.push(...parts);
  row.rows = ways.length > 0 ? ways.map((way, index) => wayRow(way, index, walk)) : memberRows(flat, walk);
  walk.open.length -= parts.length;
  return row;
}

function wayRow(way: SchemaNode, index: number, walk: Walk): SchemaRow {
  const flat = flatSchema(way);
  const title = schemaText(flat?.parts.map(({ keywords }) => keywords) ?? [], 'title');
  const name = way.referencedName === undefined ? undefined : readableName(way.referencedName);
  return describe(title ?? markOf(flat) ?? name ?? `Option ${index + 1}`, way, false, walk);
}

/** What tells this way of a union from the others: the one value that a member of it may have. */
function markOf(flat: FlatSchema | undefined): string | undefined {
  for (const [name, node] of flat?.object?.properties ?? []) {
    const [value, ...others] = flatSchema(node)?.choices?.values ?? [];
    if (value !== undefined && others.length === 0) return `${name}: ${JSON.stringify(value)}`;
  }
  return undefined;
}

function memberRows(flat: FlatSchema | undefined, walk: Walk): SchemaRow[] {
  const { properties = [], required = [], additional } = flat?.object ?? {};
  const rows = [...properties].map(([name, node]) => describe(name, node, required.includes(name), walk));
  if (additional && additional.read().always === undefined)
    rows.push(describe('any other name', additional, false, walk));
  return [...rows, ...itemRows(flat, walk)];
}

/** A list of plain values is told by its type; one of objects or lists has rows of its own. */
function itemRows(flat: FlatSchema | undefined, walk: Walk): SchemaRow[] {
  const { prefix = [], rest } = flat?.list ?? {};
  const rows = prefix.map((node, index) => describe(`item ${index + 1}`, node, false, walk));
  if (!rest || rest.read().always !== undefined) return rows;
  const row = describe('each item', rest, false, walk);
  return row.rows.length > 0 || row.facts.length > 0 || row.description !== '' ? [...rows, row] : rows;
}

function waysOf(flat: FlatSchema | undefined): { ways: SchemaNode[]; nullable: boolean } {
  const { branches = [] } = flat?.inPlace.unions[0] ?? {};
  const ways = branches.filter((way) => way.read().typeNames.join() !== 'null');
  return { ways, nullable: ways.length < branches.length };
}

function typeText(flat: FlatSchema | undefined, ways: SchemaNode[]): string {
  if (!flat) return 'any';
  const { typeNames, choices, list, object } = flat;
  if (ways.length > 0 && typeNames.length === 0) return `one of ${ways.length}`;
  const items = list?.rest && list.rest.read().always === undefined ? list.rest : undefined;
  const words = typeNames.map((type) => (type === 'array' && items ? `array of ${plainType(items)}` : type));
  if (words.length > 0) return words.join(' or ');
  if (choices) return [...new Set(choices.values.map(typeOfValue))].join(' or ');
  return object?.properties.size ? 'object' : 'any';
}

function typeOfValue(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function plainType(schema: SchemaNode): string {
  return flatSchema(schema)?.typeNames.join(' or ') || 'any';
}

function withNull(type: string): string {
  return type.endsWith('null') ? type : `${type} or null`;
}

function annotations(words: FlatSchema['keywords'][]): Pick<SchemaRow, 'default' | 'example'> {
  const [fallback, example] = [defaultOf(words), exampleOf(words)];
  return {
    ...(fallback !== undefined && { default: fallback }),
    ...(example !== undefined && { example }),
  };
}

/** Longer choices are listed in the form. */
const mostChoices = 60;

/** The constraints of a schema in words, without its type. */
export function schemaFacts(flat: FlatSchema): string[] {
  const { number, text, list, object } = flat;
  return [
    ...(number ? range(number.minimum, number.maximum, '') : []),
    ...finite('greater than', number?.exclusiveMinimum),
    ...finite('less than', number?.exclusiveMaximum),
    ...finite('multiple of', number?.multipleOf),
    ...(text ? range(text.minLength, text.maxLength, 'character') : []),
    ...(list ? range(list.minItems, list.maxItems, 'item') : []),
    ...(object ? range(object.minProperties, object.maxProperties, 'property') : []),
    ...said(flat),
    ...(list?.isUnique ? ['unique items'] : []),
    ...(object?.additional?.read().always === false ? ['no additional properties'] : []),
    ...flag(flat, 'writeOnly', 'write-only'),
    ...flag(flat, 'deprecated', 'deprecated'),
    ...choices(flat),
  ];
}

function range(from: number, to: number, unit: string): string[] {
  const counted = (count: number) =>
    unit === '' ? groupedNumber(count) : `${groupedNumber(count)} ${count === 1 ? unit : plural(unit)}`;
  if (Number.isFinite(to) && Number.isFinite(from) && !(unit !== '' && from === 0))
    return [from === to ? `exactly ${counted(from)}` : `${groupedNumber(from)} to ${counted(to)}`];
  if (Number.isFinite(to)) return [`at most ${counted(to)}`];
  return Number.isFinite(from) && !(unit !== '' && from === 0) ? [`at least ${counted(from)}`] : [];
}

function plural(unit: string): string {
  return unit.endsWith('y') ? `${unit.slice(0, -1)}ies` : `${unit}s`;
}

function finite(words: string, value: number | undefined): string[] {
  return value !== undefined && Number.isFinite(value) ? [`${words} ${groupedNumber(value)}`] : [];
}

/** What each of the schemas says of texts: of two patterns, a text must match both. */
function said({ parts }: FlatSchema): string[] {
  const facts = parts.flatMap(({ keywords }) => {
    const fact = (keyword: string, words: (value: string) => string) => {
      const value = own(keywords, keyword);
      return typeof value === 'string' ? [words(value)] : [];
    };
    return [
      ...fact('format', (format) => (format === 'binary' ? 'file' : `format ${format}`)),
      ...fact('contentMediaType', (type) => type),
      ...fact('contentEncoding', (encoding) => `${encoding} encoded`),
      ...fact('pattern', (pattern) => `pattern ${pattern}`),
    ];
  });
  return [...new Set(facts)];
}

function flag({ parts }: FlatSchema, keyword: string, words: string): string[] {
  return parts.some(({ keywords }) => own(keywords, keyword) === true) ? [words] : [];
}

function choices(flat: FlatSchema): string[] {
  if (!flat.choices) return [];
  const { values } = flat.choices;
  const isFixed = flat.parts.some(({ constant }) => constant);
  if (isFixed && values.length === 1) return [`always ${text(values[0])}`];
  const more = values.length - mostChoices;
  return [
    `one of ${values.slice(0, mostChoices).map(text).join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  ];
}

function text(value: JsonValue | undefined): string {
  return JSON.stringify(value);
}

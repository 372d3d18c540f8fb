import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { conjuncts, propertiesOf } from '../../schema/merged-object.ts';
import type { Schema } from '../../operation/operation.ts';
import { readableName } from '../../text/readable-name.ts';
import type { RequestField } from '../../operation/request-fields.ts';
import { type Defs, own } from '../../schema/schema-references.ts';
import { isSchema } from '../../schema/subschemas.ts';
import { schemaFacts } from './schema-facts.ts';

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
  defs: Defs;
  left: number;
  /** Schemas around the current one, to stop recursion. */
  open: JsonObject[];
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
  const given = isJsonObject(schema) ? own(schema, '$defs') : undefined;
  return describe(name, schema, required, { defs: defsOf(given), left: mostRows, open: [] });
}

function describe(name: string, schema: Schema, required: boolean, walk: Walk): SchemaRow {
  walk.left -= 1;
  const parts = conjuncts(schema, walk.defs) ?? [];
  const { ways, nullable } = waysOf(parts);
  const [only] = ways;
  // A union of one schema and null is that schema.
  if (only !== undefined && ways.length === 1) {
    const row = describe(name, only, required, walk);
    const description = textOf(parts, 'description') || row.description;
    const given = { ...annotation(parts, 'default'), ...annotation(parts, 'example') };
    const facts = [...new Set([...parts.flatMap(schemaFacts), ...row.facts])];
    return { ...row, ...given, facts, description, type: nullable ? withNull(row.type) : row.type };
  }
  const type = typeText(parts, ways, walk);
  const row: SchemaRow = {
    name,
    type: nullable ? withNull(type) : type,
    required,
    description: textOf(parts, 'description'),
    facts: parts.flatMap(schemaFacts),
    ...annotation(parts, 'default'),
    ...annotation(parts, 'example'),
    holds: ways.length > 0 ? 'ways' : 'members',
    rows: [],
  };
  if (parts.some((part) => walk.open.includes(part))) return { ...row, facts: ['recursive: same as above'] };
  if (walk.open.length >= deepestRows * 3 || walk.left <= 0) return row;
  walk.open.push(...parts);
  row.rows = ways.length > 0 ? ways.map((way, index) => wayRow(way, index, walk)) : memberRows(parts, walk);
  walk.open.length -= parts.length;
  return row;
}

function wayRow(way: Schema, index: number, walk: Walk): SchemaRow {
  const parts = conjuncts(way, walk.defs) ?? [];
  const name = textOf(parts, 'title') || markOf(parts) || referenceName(way) || `Option ${index + 1}`;
  return describe(name, way, false, walk);
}

/** A readable name of a schema. */
function referenceName(way: Schema): string {
  const reference = isJsonObject(way) ? own(way, '$ref') : undefined;
  return typeof reference === 'string' ? readableName(reference.slice(reference.lastIndexOf('/') + 1)) : '';
}

/** The constant that distinguishes this variant of a union. */
function markOf(parts: JsonObject[]): string {
  for (const [name, schema] of parts.flatMap(propertiesOf)) {
    const listed = isJsonObject(schema) ? own(schema, 'enum') : undefined;
    const only = Array.isArray(listed) && listed.length === 1 ? listed[0] : undefined;
    const value = isJsonObject(schema) ? (own(schema, 'const') ?? only) : undefined;
    if (value !== undefined) return `${name}: ${JSON.stringify(value)}`;
  }
  return '';
}

function memberRows(parts: JsonObject[], walk: Walk): SchemaRow[] {
  const required = new Set(parts.flatMap((part) => own(part, 'required') ?? []));
  const members = new Map(parts.flatMap(propertiesOf));
  const rows = [...members].map(([name, schema]) => describe(name, schema, required.has(name), walk));
  const rest = parts.map((part) => own(part, 'additionalProperties')).find(isJsonObject);
  if (rest !== undefined) rows.push(describe('any other name', rest, false, walk));
  return [...rows, ...itemRows(parts, walk)];
}

/** The items of a list of scalars are in its type; others have their own rows. */
function itemRows(parts: JsonObject[], walk: Walk): SchemaRow[] {
  const places = listOf(parts, 'prefixItems');
  const rows = places.flatMap((schema, index) =>
    isSchema(schema) ? [describe(`item ${index + 1}`, schema, false, walk)] : [],
  );
  const items = parts.map((part) => own(part, 'items')).find(isJsonObject);
  if (items === undefined) return rows;
  const row = describe('each item', items, false, walk);
  return row.rows.length > 0 || row.facts.length > 0 || row.description !== '' ? [...rows, row] : rows;
}

function waysOf(parts: JsonObject[]): { ways: Schema[]; nullable: boolean } {
  const given = listOf(parts, 'oneOf', 'anyOf');
  const schemas = given.filter(isSchema);
  const ways = schemas.filter((way) => !isJsonObject(way) || own(way, 'type') !== 'null');
  return { ways, nullable: ways.length < schemas.length };
}

function typeText(parts: JsonObject[], ways: Schema[], walk: Walk): string {
  const types = [...new Set(parts.flatMap((part) => own(part, 'type') ?? []).map(String))];
  if (ways.length > 0 && types.length === 0) return `one of ${ways.length}`;
  const items = parts.map((part) => own(part, 'items')).find(isJsonObject);
  const words = types.map((type) =>
    type === 'array' && items !== undefined ? `array of ${plainType(items, walk)}` : type,
  );
  if (words.length > 0) return words.join(' or ');
  const values = parts.flatMap((part) => own(part, 'const') ?? own(part, 'enum') ?? []);
  if (values.length > 0) return [...new Set(values.map(typeOfValue))].join(' or ');
  return parts.some((part) => propertiesOf(part).length > 0) ? 'object' : 'any';
}

function typeOfValue(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function plainType(schema: Schema, walk: Walk): string {
  const parts = conjuncts(schema, walk.defs) ?? [];
  const types = [...new Set(parts.flatMap((part) => own(part, 'type') ?? []).map(String))];
  return types.length > 0 ? types.join(' or ') : 'any';
}

function withNull(type: string): string {
  return type.endsWith('null') ? type : `${type} or null`;
}

function annotation(parts: JsonObject[], key: 'default' | 'example'): Partial<SchemaRow> {
  const values = parts.map((part) => own(part, key));
  const [listed] = key === 'example' ? listOf(parts, 'examples') : [];
  const value = values.find((one) => one !== undefined) ?? listed;
  return value === undefined ? {} : { [key]: value };
}

function listOf(parts: JsonObject[], ...keys: string[]): JsonValue[] {
  for (const value of parts.flatMap((part) => keys.map((key) => own(part, key))))
    if (Array.isArray(value)) return value;
  return [];
}

function textOf(parts: JsonObject[], key: 'title' | 'description'): string {
  const texts = parts.map((part) => own(part, key));
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '') ?? '';
}

function defsOf(given: JsonValue | undefined): Defs {
  if (!isJsonObject(given)) return {};
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, schema]) => (isSchema(schema) ? [[name, schema]] : [])),
  );
}

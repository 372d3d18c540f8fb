import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { numberEdges, resolvedSchema } from './corners.ts';

/** Where the schema names no limit: more than most calls have, and still counted within milliseconds. */
const UNLIMITED_ITEMS = 1_000;
const UNLIMITED_CHARACTERS = 100_000;
/** Longer than these nothing is built, whatever the schema allows. */
const MOST_ITEMS = 10_000;
const MOST_CHARACTERS = 1_000_000;
const MAXIMUM_DEPTH = 6;
/** Schemas read for one value: where each of many has all as its members, six levels are too many. */
const MAXIMUM_SCHEMAS = 1_000;

/** A value as long as its schema allows, within reason: undefined where no length of it could count. */
export function longestValue(declared: JsonValue | undefined, defs: JsonObject): JsonValue | undefined {
  if (Array.isArray(resolvedSchema(declared, defs).enum)) return undefined;
  const value = longest(declared, {
    defs,
    room: MOST_CHARACTERS,
    depth: 0,
    schemas: { left: MAXIMUM_SCHEMAS },
  });
  return typeof value === 'string' || typeof value === 'object' ? (value ?? undefined) : undefined;
}

interface Around {
  defs: JsonObject;
  /** Characters and items that are left to the value: those of the list that it stands in share them. */
  room: number;
  depth: number;
  /** Shared by all parts of the value. */
  schemas: { left: number };
}

function longest(declared: JsonValue | undefined, around: Around): JsonValue | undefined {
  around.schemas.left -= 1;
  if (around.depth > MAXIMUM_DEPTH || around.schemas.left < 0) return undefined;
  const schema = resolvedSchema(declared, around.defs);
  const within = { ...around, depth: around.depth + 1 };
  if (Array.isArray(schema.enum)) return longestText(schema.enum);
  if (schema.const !== undefined) return schema.const;
  const unions = [schema.anyOf, schema.oneOf].find((union) => Array.isArray(union));
  if (unions) {
    const branches = unions.map((branch) => longest(branch, within));
    return branches.toSorted((one, other) => rank(other) - rank(one))[0];
  }
  const kinds = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (kinds.includes('array') || schema.items !== undefined) return longestList(schema, within);
  if (kinds.includes('object') || schema.properties !== undefined) return fullestObject(schema, within);
  if (kinds.includes('string')) return longestString(schema, around.room);
  return kinds.includes('boolean') ? true : numberEdges(schema, kinds.includes('integer')).at(-1);
}

function longestList(schema: JsonObject, around: Around): JsonValue[] {
  const { items, uniqueItems } = schema;
  const choices = resolvedSchema(items, around.defs).enum;
  const listed = Array.isArray(choices) ? choices : undefined;
  const unlimited = listed ? listed.length : UNLIMITED_ITEMS;
  const allowed = limit(schema.maxItems) ?? unlimited;
  const most = uniqueItems === true && listed ? Math.min(allowed, listed.length) : allowed;
  const length = Math.floor(Math.min(most, MOST_ITEMS, around.room));
  if (listed) return Array.from({ length }, (_, index) => listed[index % listed.length] ?? null);
  const item = longest(items, { ...around, room: around.room / Math.max(1, length) }) ?? null;
  return Array.from({ length }, () => item);
}

function fullestObject(schema: JsonObject, around: Around): JsonObject {
  const properties = Object.entries(isJsonObject(schema.properties) ? schema.properties : {});
  const room = around.room / Math.max(1, properties.length);
  return Object.fromEntries(
    properties.flatMap(([name, part]): [string, JsonValue][] => {
      const value = longest(part, { ...around, room });
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A form fixes the length of a text; only of plain texts and of files it is free. */
function longestString(schema: JsonObject, room: number): string | undefined {
  const { format, pattern, maxLength } = schema;
  const isFree = format === undefined || format === 'binary' || format === 'byte' || format === 'password';
  if (!isFree || pattern !== undefined) return undefined;
  const most = limit(maxLength) ?? UNLIMITED_CHARACTERS;
  return 'x'.repeat(Math.floor(Math.min(most, MOST_CHARACTERS, room)));
}

function longestText(values: JsonValue[]): JsonValue | undefined {
  return values.toSorted((one, other) => JSON.stringify(other).length - JSON.stringify(one).length)[0];
}

function limit(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined;
}

function rank(value: JsonValue | undefined): number {
  if (Array.isArray(value)) return 3;
  if (isJsonObject(value)) return 2;
  return typeof value === 'string' ? 1 : 0;
}

import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { flatSchema } from '../schema/flat-schema.ts';
import type { ListRules, ObjectRules, SchemaNode, TextRules } from '../schema/schema-node.ts';
import { numberEdges } from './corners.ts';

/** The length if the schema has no limit: more than most calls have, and still counted within milliseconds. */
const unlimitedItems = 1_000;
const unlimitedCharacters = 100_000;
/** The longest value that is built. */
const maxListItems = 10_000;
const maxCharacters = 1_000_000;
const maxDepth = 6;
/** Schemas visited for one value. If many schemas contain all others, six levels are too many. */
const maxSchemas = 1_000;

/** A value as long as the schema and the limits allow; undefined if the type has no length. */
export function longestValue(schema: SchemaNode): JsonValue | undefined {
  if (flatSchema(schema)?.choices) return undefined;
  const value = longest(schema, {
    room: maxCharacters,
    depth: 0,
    schemas: { left: maxSchemas },
  });
  return typeof value === 'string' || typeof value === 'object' ? (value ?? undefined) : undefined;
}

interface Around {
  /** Remaining characters and items. Items of a list share them. */
  room: number;
  depth: number;
  /** All parts of the value share it. */
  schemas: { left: number };
}

function longest(schema: SchemaNode, around: Around): JsonValue | undefined {
  around.schemas.left -= 1;
  if (around.depth > maxDepth || around.schemas.left < 0) return undefined;
  const flat = flatSchema(schema);
  if (!flat) return undefined;
  const within = { ...around, depth: around.depth + 1 };
  if (flat.choices) return longestText(flat.choices.values);
  const [union] = flat.inPlace.unions;
  if (union) {
    const branches = union.branches.map((branch) => longest(branch, within));
    return branches.toSorted((one, other) => rank(other) - rank(one))[0];
  }
  const { typeNames: kinds, list, object, text, number } = flat;
  if (kinds.includes('array') || list?.rest) return longestList(list, within);
  if (kinds.includes('object') || object?.properties.size) return fullestObject(object, within);
  if (kinds.includes('string')) return longestString(text, around.room);
  return kinds.includes('boolean') ? true : numberEdges(number, kinds.includes('integer')).at(-1);
}

function longestList(rules: ListRules | undefined, around: Around): JsonValue[] {
  const { rest, isUnique = false, maxItems = Number.POSITIVE_INFINITY } = rules ?? {};
  const listed = rest && flatSchema(rest)?.choices?.values;
  const unlimited = listed ? listed.length : unlimitedItems;
  const allowed = Number.isFinite(maxItems) ? maxItems : unlimited;
  const most = isUnique && listed ? Math.min(allowed, listed.length) : allowed;
  const length = Math.floor(Math.min(most, maxListItems, around.room));
  if (listed) return Array.from({ length }, (_, index) => listed[index % listed.length] ?? null);
  const item = (rest && longest(rest, { ...around, room: around.room / Math.max(1, length) })) ?? null;
  return Array.from({ length }, () => item);
}

function fullestObject(rules: ObjectRules | undefined, around: Around): JsonObject {
  const properties = [...(rules?.properties ?? [])];
  const room = around.room / Math.max(1, properties.length);
  return Object.fromEntries(
    properties.flatMap(([name, part]): [string, JsonValue][] => {
      const value = longest(part, { ...around, room });
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A format fixes the length of a text. Only plain texts and files can be long. */
function longestString(rules: TextRules | undefined, room: number): string | undefined {
  const { format, pattern, isFile, maxLength = Number.POSITIVE_INFINITY } = rules ?? {};
  const isFree = format === undefined || isFile || format === 'password';
  if (!isFree || pattern) return undefined;
  const most = Number.isFinite(maxLength) ? maxLength : unlimitedCharacters;
  return 'x'.repeat(Math.floor(Math.min(most, maxCharacters, room)));
}

function longestText(values: JsonValue[]): JsonValue | undefined {
  return values.toSorted((one, other) => JSON.stringify(other).length - JSON.stringify(one).length)[0];
}

function rank(value: JsonValue | undefined): number {
  if (Array.isArray(value)) return 3;
  if (isJsonObject(value)) return 2;
  return typeof value === 'string' ? 1 : 0;
}

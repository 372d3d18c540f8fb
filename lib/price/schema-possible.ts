import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import {
  ABSENT,
  ANY_SIZE,
  ANYTHING,
  type Interval,
  join,
  joinAll,
  maybeAbsent,
  meet,
  NEVER,
  type Possible,
  type PossibleObject,
  rememberedList,
  rememberedObject,
  UNLIMITED,
} from './possible.ts';
import { possibleChoice, possibleValue } from './possible-value.ts';

/** Schemas that are read for one value, at all of its depths; what lies beyond is taken as anything. */
const MAXIMUM_VISITS = 5_000;
const MAXIMUM_DEPTH = 40;

/** One reading of a schema: what lies inside is read by it when it is asked for. */
interface Reading {
  defs: JsonObject;
  visits: number;
  known: Map<JsonObject, Possible>;
}

/** What a valid value may be. Keywords that are not understood are ignored, which only widens it. */
export function possibleBySchema(schema: JsonValue | undefined, defs: JsonValue | undefined): Possible {
  return read(schema, { defs: isJsonObject(defs) ? defs : {}, visits: 0, known: new Map() }, 0);
}

/** The input object of a template: a field with a default is always there, as the default if as nothing else. */
export function possibleInput(schema: JsonObject): Possible {
  const possible = possibleBySchema(schema, schema.$defs);
  const { object } = possible;
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  if (!object) return possible;
  const field = (name: string) => {
    const declared = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const value = object.field(name);
    if (!isJsonObject(declared) || declared.default === undefined || !value.absent) return value;
    return join({ ...value, absent: false }, possibleValue(declared.default));
  };
  return { ...possible, object: { ...object, size: { ...object.size, to: ANY_SIZE.to }, field } };
}

function read(schema: JsonValue | undefined, reading: Reading, depth: number): Possible {
  if (schema === false) return NEVER;
  if (!isJsonObject(schema)) return ANYTHING;
  const known = reading.known.get(schema);
  if (known) return known;
  reading.visits += 1;
  if (depth > MAXIMUM_DEPTH || reading.visits > MAXIMUM_VISITS) return ANYTHING;
  // A schema that comes back to itself for the same value says nothing more.
  reading.known.set(schema, ANYTHING);
  const possible = readOnce(schema, reading, depth);
  reading.known.set(schema, possible);
  return possible;
}

function readOnce(schema: JsonObject, reading: Reading, depth: number): Possible {
  const inner = (part: JsonValue | undefined) => read(part, reading, depth + 1);
  let possible = byKind(schema, reading);
  if ('const' in schema) possible = meet(possible, possibleValue(schema.const ?? null));
  if (Array.isArray(schema.enum)) possible = meet(possible, possibleChoice(schema.enum));
  if (typeof schema.$ref === 'string')
    possible = meet(possible, inner(referenced(schema.$ref, reading.defs)));
  if (Array.isArray(schema.allOf)) for (const part of schema.allOf) possible = meet(possible, inner(part));
  for (const union of [schema.anyOf, schema.oneOf])
    if (Array.isArray(union)) possible = meet(possible, joinAll(union.map(inner)));
  return possible;
}

/** Only references to the schema's own definitions are followed; any other is anything. */
function referenced(reference: string, defs: JsonObject): JsonValue {
  const name = reference.startsWith('#/$defs/') ? reference.slice(8) : undefined;
  if (name === undefined) return true;
  const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
  return Object.hasOwn(defs, key) ? (defs[key] ?? true) : true;
}

function byKind(schema: JsonObject, reading: Reading): Possible {
  const kinds =
    typeof schema.type === 'string' ? [schema.type] : Array.isArray(schema.type) ? schema.type : undefined;
  const allows = (kind: string) => !kinds || kinds.includes(kind);
  const number =
    allows('number') || allows('integer') ? numberInterval(schema, !allows('number')) : undefined;
  const length = allows('string') ? sizeInterval(schema.minLength, schema.maxLength) : undefined;
  const size = allows('array') ? sizeInterval(schema.minItems, schema.maxItems) : undefined;
  return {
    absent: false,
    null: allows('null'),
    true: allows('boolean'),
    false: allows('boolean'),
    ...(number && { number }),
    ...(length && { text: { length } }),
    ...(size && { list: rememberedList({ size, item: () => itemOf(schema, reading) }) }),
    ...(allows('object') && { object: objectOf(schema, reading) }),
  };
}

function numberInterval(schema: JsonObject, integer: boolean): Interval | undefined {
  const bound = (value: JsonValue | undefined, none: number) => (typeof value === 'number' ? value : none);
  let from = Math.max(bound(schema.minimum, UNLIMITED.from), bound(schema.exclusiveMinimum, UNLIMITED.from));
  let to = Math.min(bound(schema.maximum, UNLIMITED.to), bound(schema.exclusiveMaximum, UNLIMITED.to));
  if (integer) {
    from = Math.ceil(from);
    to = Math.floor(to);
    if (from === schema.exclusiveMinimum) from += 1;
    if (to === schema.exclusiveMaximum) to -= 1;
  }
  return from <= to ? { from, to } : undefined;
}

function sizeInterval(least: JsonValue | undefined, most: JsonValue | undefined): Interval | undefined {
  const from = typeof least === 'number' ? least : ANY_SIZE.from;
  const to = typeof most === 'number' ? most : ANY_SIZE.to;
  return from <= to ? { from, to } : undefined;
}

function itemOf(schema: JsonObject, reading: Reading): Possible {
  const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  return joinAll([schema.items, ...first].map((item) => read(item, reading, 0)));
}

function objectOf(schema: JsonObject, reading: Reading): PossibleObject {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const others = isJsonObject(schema.patternProperties) ? true : schema.additionalProperties;
  const names = Object.keys(properties);
  const field = (name: string): Possible => {
    const declared = Object.hasOwn(properties, name);
    const value = read(declared ? properties[name] : others, reading, 0);
    if (!declared && others === false) return ABSENT;
    return required.includes(name) ? value : maybeAbsent(value);
  };
  const most = others === false ? names.length : ANY_SIZE.to;
  const size = sizeInterval(schema.minProperties, schema.maxProperties) ?? ANY_SIZE;
  return rememberedObject({
    size: { from: Math.max(size.from, required.length), to: Math.min(size.to, most) },
    field,
    any: () =>
      joinAll([others, ...names.map((name) => properties[name])].map((part) => read(part, reading, 0))),
  });
}

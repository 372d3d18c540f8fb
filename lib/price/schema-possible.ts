import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
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
  possibleValue,
  UNLIMITED,
} from './possible.ts';

/** A schema whose unions multiply is read this far; what lies beyond is taken as anything. */
const MAXIMUM_VISITS = 2_000;
const MAXIMUM_DEPTH = 40;

interface Reading {
  defs: JsonObject;
  visits: number;
}

/** What a valid value may be. Keywords that are not understood are ignored, which only widens it. */
export function possibleBySchema(schema: JsonValue | undefined, defs: JsonValue | undefined): Possible {
  return read(schema, { defs: isJsonObject(defs) ? defs : {}, visits: 0 }, 0);
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
  reading.visits += 1;
  if (schema === false) return NEVER;
  if (!isJsonObject(schema) || depth > MAXIMUM_DEPTH || reading.visits > MAXIMUM_VISITS) return ANYTHING;
  const inner = (part: JsonValue | undefined) => read(part, reading, depth + 1);
  let possible = byKind(schema, reading);
  if ('const' in schema) possible = meet(possible, possibleValue(schema.const ?? null));
  if (Array.isArray(schema.enum)) possible = meet(possible, joinAll(schema.enum.map(possibleValue)));
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
    ...(size && { list: { size, item: () => itemOf(schema, reading.defs) } }),
    ...(allows('object') && { object: objectOf(schema, reading.defs) }),
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

function itemOf(schema: JsonObject, defs: JsonObject): Possible {
  const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  const rest = possibleBySchema(schema.items, defs);
  return joinAll([rest, ...first.map((item) => possibleBySchema(item, defs))]);
}

function objectOf(schema: JsonObject, defs: JsonObject): PossibleObject {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const others = isJsonObject(schema.patternProperties) ? true : schema.additionalProperties;
  const names = Object.keys(properties);
  const field = (name: string): Possible => {
    const declared = Object.hasOwn(properties, name);
    const value = possibleBySchema(declared ? properties[name] : others, defs);
    if (!declared && others === false) return ABSENT;
    return required.includes(name) ? value : maybeAbsent(value);
  };
  const most = others === false ? names.length : ANY_SIZE.to;
  const size = sizeInterval(schema.minProperties, schema.maxProperties) ?? ANY_SIZE;
  return {
    size: { from: Math.max(size.from, required.length), to: Math.min(size.to, most) },
    field,
    any: () =>
      joinAll([
        possibleBySchema(others, defs),
        ...names.map((name) => possibleBySchema(properties[name], defs)),
      ]),
  };
}

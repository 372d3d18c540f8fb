import type { JsonObject, JsonValue } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import { schemaNode } from '../schema/schema-graph.ts';
import type { NumberRules, ObjectRules, SchemaNode } from '../schema/schema-node.ts';
import { own } from '../schema/schema-references.ts';
import {
  absentValue,
  anySize,
  anyValue,
  type Interval,
  join,
  joinAll,
  maybeAbsent,
  meet,
  neverValue,
  type Possible,
  type PossibleObject,
  rememberedList,
  rememberedObject,
  unlimited,
  exactStrings,
  exactText,
  greatestOf,
  hull,
  leastOf,
  type PossibleList,
  type PossibleText,
  point,
} from './possible.ts';
import { spend, type Work } from './work.ts';

/** Schemas visited for one value, at all depths. Further ones count as any value. */
const maxVisits = 5_000;
const maxDepth = 40;

/** The state of one reading. Nested schemas are read when they are needed. */
interface Reading {
  visits: number;
  known: Map<SchemaNode, Possible>;
}

/** The possible values of a schema. Unknown keywords are ignored, which only widens the result. */
export function possibleBySchema(schema: Schema): Possible {
  return read(schemaNode(schema), { visits: 0, known: new Map() }, 0);
}

/** The input object of a template. Fields with a default are always present. */
export function possibleInput(schema: JsonObject): Possible {
  const possible = possibleBySchema(schema);
  const { object } = possible;
  const properties = schemaNode(schema).read().object?.properties;
  if (!object) return possible;
  const field = (name: string) => {
    const declared = properties?.get(name);
    const fallback = declared && own(declared.keywords, 'default');
    const value = object.field(name);
    if (fallback === undefined || !value.absent) return value;
    return join({ ...value, absent: false }, possibleValue(fallback));
  };
  return { ...possible, object: { ...object, size: { ...object.size, to: anySize.to }, field } };
}

function read(node: SchemaNode | undefined, reading: Reading, depth: number): Possible {
  if (!node) return anyValue;
  const known = reading.known.get(node);
  if (known) return known;
  reading.visits += 1;
  if (depth > maxDepth || reading.visits > maxVisits) return anyValue;
  // A schema that refers back to itself for the same value adds nothing.
  reading.known.set(node, anyValue);
  const possible = readOnce(node.read(), reading, depth);
  reading.known.set(node, possible);
  return possible;
}

function readOnce(node: SchemaNode, reading: Reading, depth: number): Possible {
  if (node.always === false) return neverValue;
  const inner = (part: SchemaNode) => read(part, reading, depth + 1);
  let possible = byKind(node, reading);
  for (const one of [node.constant, node.choices])
    if (one) possible = meet(possible, possibleChoice(one.values));
  for (const part of node.inPlace?.all ?? []) possible = meet(possible, inner(part));
  for (const { branches } of node.inPlace?.unions ?? [])
    possible = meet(possible, joinAll(branches.map(inner)));
  return possible;
}

function byKind({ typeNames, number, text, list, object }: SchemaNode, reading: Reading): Possible {
  const allows = (kind: string) => typeNames.length === 0 || typeNames.includes(kind);
  const isNumber = allows('number') || allows('integer');
  const interval = isNumber ? numberInterval(number, !allows('number')) : undefined;
  const length = allows('string') ? sizeInterval(text?.minLength, text?.maxLength) : undefined;
  const size = allows('array') ? sizeInterval(list?.minItems, list?.maxItems) : undefined;
  const items = [list?.rest, ...(list?.prefix ?? [])];
  return {
    absent: false,
    null: allows('null'),
    true: allows('boolean'),
    false: allows('boolean'),
    ...(interval && { number: interval }),
    ...(length && { text: { length } }),
    ...(size && {
      list: rememberedList({ size, item: () => joinAll(items.map((item) => read(item, reading, 0))) }),
    }),
    ...(allows('object') && { object: objectOf(object, reading) }),
  };
}

function numberInterval(rules: NumberRules | undefined, integer: boolean): Interval | undefined {
  if (!rules) return unlimited;
  const { exclusiveMinimum: above, exclusiveMaximum: below } = rules;
  let from = Math.max(rules.minimum, above, unlimited.from);
  let to = Math.min(rules.maximum, below, unlimited.to);
  if (integer) {
    from = Math.ceil(from);
    to = Math.floor(to);
    if (from === above) from += 1;
    if (to === below) to -= 1;
  }
  return from <= to ? { from, to } : undefined;
}

function sizeInterval(from = anySize.from, most = anySize.to): Interval | undefined {
  const to = Math.min(most, anySize.to);
  return from <= to ? { from, to } : undefined;
}

function objectOf(rules: ObjectRules | undefined, reading: Reading): PossibleObject {
  const { properties = new Map<string, SchemaNode>(), required = [], patterns = [] } = rules ?? {};
  const others = patterns.length > 0 ? undefined : rules?.additional;
  const isClosed = others?.read().always === false;
  const field = (name: string): Possible => {
    const declared = properties.get(name);
    if (!declared && isClosed) return absentValue;
    const value = read(declared ?? others, reading, 0);
    return required.includes(name) ? value : maybeAbsent(value);
  };
  const most = isClosed ? properties.size : anySize.to;
  const size = sizeInterval(rules?.minProperties, rules?.maxProperties) ?? anySize;
  return rememberedObject({
    size: { from: Math.max(size.from, required.length), to: Math.min(size.to, most) },
    field,
    any: () => joinAll([others, ...properties.values()].map((part) => read(part, reading, 0))),
  });
}

/** Further lists and objects count as any value. */
const nestedValues = 200;

/** Exactly this value. Reading a caller's value may take long and counts as `work`. */
export function possibleValue(value: JsonValue, work?: Work): Possible {
  return possibleAmong([value], work);
}

/** One of several values. A single pass reads them all, because a list may have thousands of items. */
function possibleAmong(values: readonly JsonValue[], work?: Work): Possible {
  if (work) spend(work, values.length);
  const lists: JsonValue[][] = [];
  const objects: JsonObject[] = [];
  const texts: string[] = [];
  const possible = { ...neverValue };
  let number: Interval | undefined;
  for (const value of values) {
    if (typeof value === 'number') number = number ? hull(number, point(value)) : point(value);
    else if (typeof value === 'string') texts.push(value);
    else if (value === null) possible.null = true;
    else if (typeof value === 'boolean') possible[value ? 'true' : 'false'] = true;
    else if (Array.isArray(value)) lists.push(value);
    else objects.push(value);
  }
  if (number) possible.number = number;
  if (texts.length > 0) possible.text = textAmong(texts, work);
  if (lists.length > 0) possible.list = listAmong(lists, work);
  if (objects.length > 0) possible.object = objectAmong(objects, work);
  return possible;
}

function textAmong(texts: readonly string[], work?: Work): PossibleText {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  if (work) spend(work, characters / 32);
  const different = [...new Set(texts)];
  const { length, exact } = exactText(different);
  return different.length > exactStrings ? { length } : { length, exact: exact ?? [] };
}

function listAmong(lists: readonly JsonValue[][], work?: Work): PossibleList {
  const sizes = lists.map((list) => list.length);
  return rememberedList({
    size: { from: leastOf(sizes), to: greatestOf(sizes) },
    item: () => possibleAmong(lists.flat(), work),
  });
}

function objectAmong(objects: readonly JsonObject[], work?: Work): PossibleObject {
  const sizes = objects.map((object) => Object.keys(object).length);
  const members = sizes.reduce((sum, size) => sum + size, 0);
  if (work) spend(work, members);
  const field = (name: string): Possible => {
    const values = objects.flatMap((object) => (Object.hasOwn(object, name) ? [object[name] ?? null] : []));
    if (work) spend(work, objects.length);
    const possible = possibleAmong(values, work);
    return values.length < objects.length ? maybeAbsent(possible) : possible;
  };
  return rememberedObject({
    size: { from: leastOf(sizes), to: greatestOf(sizes) },
    field,
    any: () =>
      possibleAmong(
        objects.flatMap((object) => Object.values(object)),
        work,
      ),
  });
}

function possibleChoice(values: readonly JsonValue[]): Possible {
  const nested = values.filter((value) => typeof value === 'object' && value !== null);
  return nested.length > nestedValues ? anyValue : possibleAmong(values);
}

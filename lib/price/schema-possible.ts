import type { JsonObject } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import { flatSchema, joined } from '../schema/flat-schema.ts';
import { schemaNode } from '../schema/schema-graph.ts';
import type { FlatSchema, NumberRules, ObjectRules, SchemaNode } from '../schema/schema-node.ts';
import { own } from '../schema/schema-references.ts';
import {
  absentValue,
  anySize,
  anyValue,
  type Interval,
  join,
  joinAll,
  maybeAbsent,
  neverValue,
  once,
  oneOf,
  type Possible,
  type PossibleObject,
  possibleTruth,
  rememberedObject,
  unlimited,
} from './possible.ts';

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
  return read(schemaNode(schema), { visits: 0, known: new Map() });
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
    return join({ ...value, absent: false }, oneOf([fallback]));
  };
  return { ...possible, object: { ...object, size: { ...object.size, to: anySize.to }, field } };
}

function read(node: SchemaNode | undefined, reading: Reading): Possible {
  if (!node) return anyValue;
  const known = reading.known.get(node);
  if (known) return known;
  if (node.read().always === false) return neverValue;
  // A schema that refers back to itself for the same value adds nothing.
  reading.known.set(node, anyValue);
  const possible = readFlat(flatSchema(node), reading, 0);
  reading.known.set(node, possible);
  return possible;
}

/**
 * Nothing is known of a schema that contradicts itself, or has too many parts. Of several unions only the first counts,
 * because their combinations would be too many.
 */
function readFlat(flat: FlatSchema | undefined, reading: Reading, depth: number): Possible {
  reading.visits += 1;
  if (!flat || depth > maxDepth || reading.visits > maxVisits) return anyValue;
  if (flat.choices) return oneOf(flat.choices.values);
  const [union] = flat.inPlace.unions;
  if (!union) return byKind(flat, reading);
  return joinAll(
    union.branches.map((branch) => {
      const narrowed = reading.visits < maxVisits ? joined([branch], flat, { unions: [] }) : undefined;
      return narrowed ? readFlat(narrowed, reading, depth + 1) : byKind(flat, reading);
    }),
  );
}

function byKind({ typeNames, number, text, list, object }: FlatSchema, reading: Reading): Possible {
  const allows = (kind: string) => typeNames.length === 0 || typeNames.includes(kind);
  const isNumber = allows('number') || allows('integer');
  const interval = isNumber ? numberInterval(number, !allows('number')) : undefined;
  const length = allows('string') ? sizeInterval(text?.minLength, text?.maxLength) : undefined;
  const size = allows('array') ? sizeInterval(list?.minItems, list?.maxItems) : undefined;
  const items = [list?.rest, ...(list?.prefix ?? [])];
  const truth = possibleTruth(allows('boolean'), allows('boolean'));
  return {
    absent: false,
    values: [...(allows('null') ? [null] : []), ...truth.values],
    ...(interval && { number: interval }),
    ...(length && { text: length }),
    ...(size && { list: { size, item: once(() => joinAll(items.map((item) => read(item, reading)))) } }),
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
    const value = read(declared ?? others, reading);
    return required.includes(name) ? value : maybeAbsent(value);
  };
  const most = isClosed ? properties.size : anySize.to;
  const size = sizeInterval(rules?.minProperties, rules?.maxProperties) ?? anySize;
  return rememberedObject({
    size: { from: Math.max(size.from, required.length), to: Math.min(size.to, most) },
    field,
    any: () => joinAll([others, ...properties.values()].map((part) => read(part, reading))),
  });
}

import type { JsonObject, JsonValue } from '../json/json.ts';
import { defaultOf, exampleOf } from '../operation/field-annotations.ts';
import { flatSchema } from '../schema/flat-schema.ts';
import { anySchema, schemaNode } from '../schema/schema-graph.ts';
import type { FlatSchema, ListRules, NumberRules, ObjectRules } from '../schema/schema-node.ts';

/** Each corner is one evaluation. More would make publishing slow. */
const maxCorners = 2_000;
const maxValuesPerField = 500;
/** Longer strings and lists are not built just to find their price. */
const maxLength = 1_000;
const maxDepth = 6;
/** Schemas visited for the edges of one field. If many schemas refer to all others, six levels are too many. */
const maxSchemas = 1_000;

/** The remaining schemas for the edges of one field. */
interface Around {
  left: number;
}

export interface FieldCorners {
  name: string;
  /** Ordered from least to greatest if there is an order. Undefined means that the field is absent. */
  values: (JsonValue | undefined)[];
  usual: JsonValue | undefined;
}

/** Inputs at the edges of their schema: one field at an edge and the others usual, then two, then all. */
export function inputCorners(inputSchema: JsonObject, only: ReadonlySet<string> | 'all'): JsonObject[] {
  const fields = fieldCorners(inputSchema, only);
  const corners: JsonObject[] = [];
  const add = (edges: ReadonlyMap<string, JsonValue | undefined>) => {
    if (corners.length < maxCorners) corners.push(inputOf(fields, edges));
  };
  add(new Map());
  add(new Map(fields.map(({ name, values }) => [name, values[0]])));
  add(new Map(fields.map(({ name, values }) => [name, values.at(-1)])));
  for (const { name, values } of fields) for (const value of values) add(new Map([[name, value]]));
  for (const [index, one] of fields.entries())
    for (const other of fields.slice(index + 1))
      for (const left of one.values)
        for (const right of other.values) {
          if (corners.length >= maxCorners) return corners;
          add(
            new Map([
              [one.name, left],
              [other.name, right],
            ]),
          );
        }
  return corners;
}

/** The usual input with some fields at their edges. */
export function inputOf(
  fields: readonly FieldCorners[],
  edges: ReadonlyMap<string, JsonValue | undefined>,
): JsonObject {
  const input: JsonObject = {};
  for (const { name, usual } of fields) {
    const value = edges.has(name) ? edges.get(name) : usual;
    if (value !== undefined) input[name] = value;
  }
  return input;
}

export function fieldCorners(inputSchema: JsonObject, only: ReadonlySet<string> | 'all'): FieldCorners[] {
  const { properties, required = [] } = schemaNode(inputSchema).read().object ?? {};
  return [...(properties ?? [])].map(([name, node]) => {
    const flat = flatSchema(node);
    const around: Around = { left: maxSchemas };
    const given = givenValue(flat);
    const missing = !required.includes(name) && !(flat && has(flat, 'default'));
    const edges = only === 'all' || only.has(name) ? edgesOf(flat, around, 0) : [];
    const usual = given ?? (missing ? undefined : (edges[0] ?? edgesOf(flat, around, 0)[0]));
    const values = missing ? [undefined, ...edges] : edges;
    return { name, values: values.length > 0 ? values.slice(0, maxValuesPerField) : [usual], usual };
  });
}

function has({ parts }: FlatSchema, keyword: string): boolean {
  return parts.some(({ keywords }) => Object.hasOwn(keywords, keyword));
}

function givenValue(flat: FlatSchema | undefined): JsonValue | undefined {
  const parts = flat?.parts.map(({ keywords }) => keywords) ?? [];
  return defaultOf(parts) ?? exampleOf(parts);
}

/** The least and greatest value of each type. Unbounded types have no edge. */
function edgesOf(flat: FlatSchema | undefined, around: Around, depth: number): JsonValue[] {
  around.left -= 1;
  if (!flat || around.left < 0) return [];
  if (flat.choices) return flat.choices.values;
  const [union] = flat.inPlace.unions;
  if (union && depth < maxDepth)
    return union.branches.flatMap((part) =>
      around.left > 0 ? edgesOf(flatSchema(part), around, depth + 1) : [],
    );
  const kinds = flat.typeNames.length > 0 ? flat.typeNames : [guessedKind(flat)];
  return kinds.flatMap((kind) => edgesOfKind(kind, flat, around, depth));
}

function guessedKind({ object, list }: FlatSchema): string {
  return object ? 'object' : list ? 'array' : 'string';
}

function edgesOfKind(
  kind: string,
  { number, text, list, object }: FlatSchema,
  around: Around,
  depth: number,
): JsonValue[] {
  switch (kind) {
    case 'null':
      return [null];
    case 'boolean':
      return [false, true];
    case 'integer':
    case 'number':
      return numberEdges(number, kind === 'integer');
    case 'string':
      return lengthEdges(text?.minLength, text?.maxLength).map((length) => 'x'.repeat(length));
    case 'array':
      return lengthEdges(list?.minItems, list?.maxItems).map((length) => listOf(length, list, around, depth));
    case 'object':
      return [objectOf(object, around, depth)];
    default:
      return [];
  }
}

/** For an exclusive bound, a number a little above it; for an integer, the next one. */
export function numberEdges(rules: NumberRules | undefined, integer: boolean): number[] {
  if (!rules) return [0];
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = rules;
  const step = multipleOf ?? (integer ? 1 : 0.001);
  const grain = multipleOf ?? (integer ? 1 : 0);
  const whole = (value: number, round: (value: number) => number) =>
    grain > 0 ? Number((round(value / grain) * grain).toPrecision(15)) : value;
  const least =
    minimum > exclusiveMinimum ? whole(minimum, Math.ceil) : whole(exclusiveMinimum + step, Math.floor);
  const most =
    maximum < exclusiveMaximum ? whole(maximum, Math.floor) : whole(exclusiveMaximum - step, Math.ceil);
  const edges = [least, most].filter(Number.isFinite);
  return edges.length > 0 ? edges : [0];
}

function lengthEdges(least = 0, most = Number.POSITIVE_INFINITY): number[] {
  const from = Math.min(least, maxLength);
  return most > from && most <= maxLength ? [from, most] : [from];
}

function listOf(length: number, rules: ListRules | undefined, around: Around, depth: number): JsonValue[] {
  if (length === 0 || depth >= maxDepth) return [];
  const item = usualValue(rules?.rest, around, depth + 1);
  return Array.from({ length }, () => item);
}

function objectOf(rules: ObjectRules | undefined, around: Around, depth: number): JsonObject {
  if (depth >= maxDepth) return {};
  const required = [...(rules?.properties ?? [])].filter(([name]) => rules?.required.includes(name));
  return Object.fromEntries(required.map(([name, part]) => [name, usualValue(part, around, depth + 1)]));
}

function usualValue(node = anySchema, around: Around, depth: number): JsonValue {
  const flat = flatSchema(node);
  return givenValue(flat) ?? edgesOf(flat, around, depth)[0] ?? null;
}

import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';

/** Each corner is one evaluation; beyond these a publish would wait. */
const MAXIMUM_CORNERS = 2_000;
const MAXIMUM_VALUES_PER_FIELD = 500;
/** A longer string or list is not built to see what it costs. */
const MAXIMUM_LENGTH = 1_000;
const MAXIMUM_DEPTH = 6;
/** Schemas read for the edges of one field: where each of many refers to all, six levels are too many. */
const MAXIMUM_SCHEMAS = 1_000;

/** Where the edges of one field are looked for, and how many schemas may still be read. */
interface Around {
  defs: JsonObject;
  left: number;
}

export interface FieldCorners {
  name: string;
  /** In the order least to greatest where there is one; undefined stands for a field that is left out. */
  values: (JsonValue | undefined)[];
  usual: JsonValue | undefined;
}

/** Inputs at the edges of their schema: one field at an edge and the others usual, then two, then all of them. */
export function inputCorners(inputSchema: JsonObject, only: ReadonlySet<string> | 'all'): JsonObject[] {
  const fields = fieldCorners(inputSchema, only);
  const corners: JsonObject[] = [];
  const add = (edges: ReadonlyMap<string, JsonValue | undefined>) => {
    if (corners.length < MAXIMUM_CORNERS) corners.push(inputOf(fields, edges));
  };
  add(new Map());
  add(new Map(fields.map(({ name, values }) => [name, values[0]])));
  add(new Map(fields.map(({ name, values }) => [name, values.at(-1)])));
  for (const { name, values } of fields) for (const value of values) add(new Map([[name, value]]));
  for (const [index, one] of fields.entries())
    for (const other of fields.slice(index + 1))
      for (const left of one.values)
        for (const right of other.values) {
          if (corners.length >= MAXIMUM_CORNERS) return corners;
          add(
            new Map([
              [one.name, left],
              [other.name, right],
            ]),
          );
        }
  return corners;
}

/** The usual input, with some fields at their edges. */
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
  const properties = isJsonObject(inputSchema.properties) ? inputSchema.properties : {};
  const required = Array.isArray(inputSchema.required) ? inputSchema.required : [];
  const defs = isJsonObject(inputSchema.$defs) ? inputSchema.$defs : {};
  return Object.entries(properties).map(([name, declared]) => {
    const schema = resolvedSchema(declared, defs);
    const around: Around = { defs, left: MAXIMUM_SCHEMAS };
    const missing = !required.includes(name) && schema.default === undefined;
    const edges = only === 'all' || only.has(name) ? edgesOf(schema, around, 0) : [];
    const given = schema.default ?? schema.example ?? firstExample(schema);
    const usual = given ?? (missing ? undefined : (edges[0] ?? edgesOf(schema, around, 0)[0]));
    const values = missing ? [undefined, ...edges] : edges;
    return { name, values: values.length > 0 ? values.slice(0, MAXIMUM_VALUES_PER_FIELD) : [usual], usual };
  });
}

function firstExample(schema: JsonObject): JsonValue | undefined {
  return Array.isArray(schema.examples) ? schema.examples[0] : undefined;
}

/** The least and the greatest of each kind that the schema allows; what it does not bound has no edge there. */
function edgesOf(schema: JsonObject, around: Around, depth: number): JsonValue[] {
  around.left -= 1;
  if (around.left < 0) return [];
  if (Array.isArray(schema.enum)) return schema.enum;
  if (schema.const !== undefined) return [schema.const];
  const unions = [schema.anyOf, schema.oneOf].find((union) => Array.isArray(union));
  if (unions && depth < MAXIMUM_DEPTH)
    return unions.flatMap((part) =>
      around.left > 0 ? edgesOf(resolvedSchema(part, around.defs), around, depth + 1) : [],
    );
  const kinds = Array.isArray(schema.type) ? schema.type : [schema.type ?? guessedKind(schema)];
  return kinds.flatMap((kind) => edgesOfKind(kind, schema, around, depth));
}

function guessedKind(schema: JsonObject): string {
  if (schema.properties !== undefined) return 'object';
  return schema.items === undefined ? 'string' : 'array';
}

function edgesOfKind(kind: JsonValue, schema: JsonObject, around: Around, depth: number): JsonValue[] {
  switch (kind) {
    case 'null':
      return [null];
    case 'boolean':
      return [false, true];
    case 'integer':
    case 'number':
      return numberEdges(schema, kind === 'integer');
    case 'string':
      return lengthEdges(schema.minLength, schema.maxLength).map((length) => 'x'.repeat(length));
    case 'array':
      return lengthEdges(schema.minItems, schema.maxItems).map((length) =>
        listOf(length, schema, around, depth),
      );
    case 'object':
      return [objectOf(schema, around, depth)];
    default:
      return [];
  }
}

/** A number that must be above a limit is a little above it: a whole one where it is whole. */
export function numberEdges(schema: JsonObject, integer: boolean): number[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const step = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : integer ? 1 : 0.001;
  const whole = (value: number, round: (value: number) => number) => {
    const grain = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : integer ? 1 : 0;
    return grain > 0 ? Number((round(value / grain) * grain).toPrecision(15)) : value;
  };
  const edges: number[] = [];
  if (typeof minimum === 'number') edges.push(whole(minimum, Math.ceil));
  else if (typeof exclusiveMinimum === 'number') edges.push(whole(exclusiveMinimum + step, Math.floor));
  if (typeof maximum === 'number') edges.push(whole(maximum, Math.floor));
  else if (typeof exclusiveMaximum === 'number') edges.push(whole(exclusiveMaximum - step, Math.ceil));
  return edges.length > 0 ? edges : [0];
}

function lengthEdges(least: JsonValue | undefined, most: JsonValue | undefined): number[] {
  const from = typeof least === 'number' ? Math.min(least, MAXIMUM_LENGTH) : 0;
  return typeof most === 'number' && most > from && most <= MAXIMUM_LENGTH ? [from, most] : [from];
}

function listOf(length: number, schema: JsonObject, around: Around, depth: number): JsonValue[] {
  if (length === 0 || depth >= MAXIMUM_DEPTH) return [];
  const item = usualValue(schema.items, around, depth + 1);
  return Array.from({ length }, () => item);
}

function objectOf(schema: JsonObject, around: Around, depth: number): JsonObject {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  if (depth >= MAXIMUM_DEPTH) return {};
  const required = Object.entries(properties).filter(
    ([name]) => Array.isArray(schema.required) && schema.required.includes(name),
  );
  return Object.fromEntries(required.map(([name, part]) => [name, usualValue(part, around, depth + 1)]));
}

function usualValue(declared: JsonValue | undefined, around: Around, depth: number): JsonValue {
  const schema = resolvedSchema(declared, around.defs);
  return (
    schema.default ?? schema.example ?? firstExample(schema) ?? edgesOf(schema, around, depth)[0] ?? null
  );
}

const MAXIMUM_REFERENCES = 20;

/** With the references at its root followed, and what `allOf` adds laid over it; what stands beside wins. */
export function resolvedSchema(declared: JsonValue | undefined, defs: JsonObject): JsonObject {
  let current: JsonObject = isJsonObject(declared) ? declared : {};
  for (let followed = 0; followed < MAXIMUM_REFERENCES; followed += 1) {
    const { $ref: reference, allOf, ...beside } = current;
    const parts: (JsonValue | undefined)[] = Array.isArray(allOf) ? [...allOf] : [];
    if (typeof reference === 'string' && reference.startsWith('#/$defs/'))
      parts.push(defs[reference.slice(8)]);
    if (parts.length === 0) return beside;
    current = parts.reduce<JsonObject>(
      (all, part) => ({ ...(isJsonObject(part) ? part : {}), ...all }),
      beside,
    );
  }
  return current;
}

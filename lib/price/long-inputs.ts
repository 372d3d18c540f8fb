import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { fieldCorners, inputOf } from './corners.ts';
import { longestValue } from './longest-value.ts';

/** A value takes time by its length: of more fields than this only the first are made long. */
const MAXIMUM_LONG_FIELDS = 20;

/** Inputs whose lists and texts are as long as they can be: one of them, or all, and the others usual or greatest. */
export function longInputs(inputSchema: JsonObject, only: ReadonlySet<string> | 'all'): JsonObject[] {
  const defs = isJsonObject(inputSchema.$defs) ? inputSchema.$defs : {};
  const properties = isJsonObject(inputSchema.properties) ? inputSchema.properties : {};
  const fields = fieldCorners(inputSchema, only);
  const long = fields.flatMap(({ name }): Edge[] => {
    const value = only === 'all' || only.has(name) ? longestValue(properties[name], defs) : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  if (long.length === 0) return [];
  const greatest = fields.map(({ name, values }): Edge => [name, values.at(-1)]);
  const edges = long
    .slice(0, MAXIMUM_LONG_FIELDS)
    .flatMap((one): Edge[][] => [[one], [...greatest, one]])
    .concat([[...greatest, ...long]]);
  return edges.map((some) => inputOf(fields, new Map(some)));
}

type Edge = [string, JsonValue | undefined];

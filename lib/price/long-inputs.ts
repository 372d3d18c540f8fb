import type { JsonObject, JsonValue } from '../json/json.ts';
import { schemaNode } from '../schema/schema-graph.ts';
import { fieldCorners, inputOf } from './corners.ts';
import { longestValue } from './longest-value.ts';

/** Long values take time: only so many fields get one. */
const maxLongFields = 20;

/** Inputs with the longest lists and texts: in one field or in all, and usual or greatest values elsewhere. */
export function longInputs(inputSchema: JsonObject, only: ReadonlySet<string> | 'all'): JsonObject[] {
  const properties = schemaNode(inputSchema).read().object?.properties;
  const fields = fieldCorners(inputSchema, only);
  const long = fields.flatMap(({ name }): Edge[] => {
    const schema = only === 'all' || only.has(name) ? properties?.get(name) : undefined;
    const value = schema && longestValue(schema);
    return value === undefined ? [] : [[name, value]];
  });
  if (long.length === 0) return [];
  const greatest = fields.map(({ name, values }): Edge => [name, values.at(-1)]);
  const edges = long
    .slice(0, maxLongFields)
    .flatMap((one): Edge[][] => [[one], [...greatest, one]])
    .concat([[...greatest, ...long]]);
  return edges.map((some) => inputOf(fields, new Map(some)));
}

type Edge = [string, JsonValue | undefined];

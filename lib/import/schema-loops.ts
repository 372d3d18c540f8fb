import type { Schema } from '../operation/operation.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { ConvertedSchema } from './convert-schema.ts';

/** How often one value may be validated against definitions that refer to each other: `a: allOf [b, b]`, and so on. */
const maxTrials = 2000;

/**
 * Removes references that a validator would follow for ever on one value (a schema that is its own alternative), or
 * exponentially often. Recursion through members and items stays.
 */
export function cutLoops(definitions: Map<string, ConvertedSchema>): void {
  const trials = new Map<string, number>();
  for (const start of definitions.keys()) {
    if (!trials.has(start)) visit(start, definitions, trials);
  }
}

interface Frame {
  name: string;
  next: number;
  trials: number;
}

/** Depth-first, but not recursive: chains of definitions can exceed the stack. */
function visit(start: string, definitions: Map<string, ConvertedSchema>, trials: Map<string, number>): void {
  const open = new Set([start]);
  const stack: Frame[] = [{ name: start, next: 0, trials: 1 }];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const definition = definitions.get(frame.name);
    const reference = definition?.inPlace[frame.next];
    if (definition === undefined || reference === undefined) {
      open.delete(frame.name);
      trials.set(frame.name, frame.trials);
      stack.pop();
      continue;
    }
    if (open.has(reference.name)) {
      definition.inPlace.splice(frame.next, 1);
      openUp(definition, reference.node, reference.name, definitions);
      continue;
    }
    const known = trials.get(reference.name);
    if (known === undefined) {
      open.add(reference.name);
      stack.push({ name: reference.name, next: 0, trials: 1 });
      continue;
    }
    frame.next += 1;
    frame.trials += known;
    if (frame.trials <= maxTrials) continue;
    definition.inPlace.splice(frame.next - 1, 1);
    frame.next -= 1;
    frame.trials -= known;
    delete reference.node['$ref'];
    lose(
      definition,
      `"${reference.name}" would be checked more than ${maxTrials} times for one value here; it is left out.`,
    );
  }
}

/**
 * Inheritance is often written as a child that extends its parent while the parent lists the child as an alternative.
 * The child keeps the parent's own keywords without the alternatives.
 */
function openUp(
  definition: ConvertedSchema,
  node: JsonObject,
  name: string,
  definitions: Map<string, ConvertedSchema>,
): void {
  delete node['$ref'];
  const parent: Schema | undefined = definitions.get(name)?.schema;
  const own = isJsonObject(parent) ? ownMembers(parent) : {};
  for (const [keyword, value] of Object.entries(own)) node[keyword] ??= value;
  const kept = Object.keys(own).length > 0 ? 'only its own properties are kept' : 'it is left out';
  lose(definition, `"${name}" refers to itself here for the same value; ${kept}.`);
}

function ownMembers(parent: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const keyword of ['type', 'properties', 'required']) {
    const value: JsonValue | undefined = parent[keyword];
    if (value !== undefined) kept[keyword] = value;
  }
  return kept;
}

function lose(definition: ConvertedSchema, what: string): void {
  definition.losses.push({ pointer: '', what });
}

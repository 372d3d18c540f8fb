import { type JsonValue, isJsonObject, type JsonObject } from '../../json/json.ts';
import type { Schema } from '../../operation/operation.ts';
import type { SampleBudget } from '../../sample/sample-schema.ts';
import { reachedDefs } from '../../schema/schema-references.ts';
import { type ConvertedSchema, convertSchema, type SchemaContext } from './convert-schema.ts';
import type { Loss } from '../loss.ts';
import { pointerTokens } from '../document/pointer.ts';
import type { SourceDocument } from '../document/source-document.ts';

/** Schemas and subschemas converted for one document: several times the largest known. */
const maxSchemas = 2_000_000;

/** Several times the budget for the examples of 1,000 large operations; about ten seconds. */
const maxSampleSteps = 2_000_000;

class TooManySchemas extends Error {
  override message = `The document has more than ${maxSchemas} schemas; the rest is not imported.`;
}

/** The definitions that schemas reach, by name, and their losses. */
interface Reach {
  defs: Record<string, Schema>;
  losses: Loss[];
  extensions: boolean;
}

/** The schemas of a document. Each is converted once, however many operations refer to it. */
export class SchemaBook implements SchemaContext {
  readonly #names = new Map<string, string>();
  readonly #pointers = new Map<string, string>();
  readonly #converted = new Map<string, ConvertedSchema>();
  /** Shared by all operations, because many may refer to one schema that no value satisfies. */
  readonly samples: SampleBudget = { steps: maxSampleSteps };
  #spent = 0;

  constructor(readonly document: SourceDocument) {}

  /** Converts a schema inside an operation, which has no shared name. */
  convert(raw: JsonValue | undefined, pointer: string): ConvertedSchema {
    const known = this.#converted.get(pointer);
    if (known !== undefined) return known;
    const converted = convertSchema(raw, pointer, this);
    this.#converted.set(pointer, converted);
    return converted;
  }

  spend(): void {
    this.#spent += 1;
    if (this.#spent > maxSchemas) throw new TooManySchemas();
  }

  nameFor(pointer: string): string {
    const known = this.#names.get(pointer);
    if (known !== undefined) return known;
    const wanted = readableDefinitionName(pointer);
    let name = wanted;
    for (let number = 2; this.#pointers.has(name); number += 1) name = `${wanted}_${number}`;
    this.#names.set(pointer, name);
    this.#pointers.set(name, pointer);
    return name;
  }

  /** The definitions that the schemas reach, nearest first. Beyond `most` values the others allow any value. */
  reach(roots: ConvertedSchema[], most = Number.POSITIVE_INFINITY): Reach {
    const reached = new Map<string, ConvertedSchema>();
    const pending = roots.flatMap((root) => [...root.names]);
    for (let index = 0; index < pending.length; index += 1) {
      const name = pending[index];
      if (name === undefined || reached.has(name)) continue;
      const definition = this.#definition(name);
      reached.set(name, definition);
      pending.push(...definition.names);
    }
    cutLoops(reached);
    const result: Reach = { defs: {}, losses: [], extensions: false };
    for (const root of roots) gather(result, root);
    let size = 0;
    let open = 0;
    for (const [name, definition] of reached) {
      if (size < most) size += this.#size(definition, most);
      if (size < most) {
        result.defs[name] = definition.schema;
        gather(result, definition);
      } else {
        open += 1;
        result.defs[name] = { description: `${name}, which is not described here.` };
      }
    }
    if (open > 0)
      result.losses.push({
        pointer: '',
        what: `The ${open} farthest definitions of the reply allow any value.`,
      });
    return open > 0 ? prunedToReach(result, roots) : result;
  }

  #definition(name: string): ConvertedSchema {
    const pointer = this.#pointers.get(name) ?? '';
    const known = this.#converted.get(pointer);
    if (known !== undefined) return known;
    const located = this.document.locate(`#${pointer.split('/').map(encodeURIComponent).join('/')}`, '');
    return this.convert(located.ok ? located.value : undefined, pointer);
  }

  readonly #sizes = new Map<ConvertedSchema, number>();

  #size(definition: ConvertedSchema, most: number): number {
    const known = this.#sizes.get(definition);
    if (known !== undefined) return known;
    const size = countValues(definition.schema, most);
    this.#sizes.set(definition, size);
    return size;
  }
}

function gather(result: Reach, from: ConvertedSchema): void {
  result.losses.push(...from.losses);
  result.extensions ||= from.extensions;
}

export function countValues(value: JsonValue, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const inner of Object.values(value)) {
    count += countValues(inner, most);
    if (count > most) return count;
  }
  return count;
}

/** Drops definitions that are reached only through others that were dropped. */
function prunedToReach(result: Reach, roots: ConvertedSchema[]): Reach {
  const schemas = roots.map((root) => root.schema);
  return { ...result, defs: reachedDefs(schemas, result.defs) };
}

/** `#/components/schemas/Pet` → Pet; `…/Pet/properties/tags/items` → Pet.tags.items. */
function readableDefinitionName(pointer: string): string {
  const tokens = pointerTokens(pointer);
  const home = tokens.findIndex(
    (token) => token === 'schemas' || token === 'definitions' || token === '$defs',
  );
  const words = (home >= 0 && home < 3 ? tokens.slice(home + 1) : tokens.slice(-3)).filter(
    (token) => token !== 'properties',
  );
  const name = words
    .join('.')
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^_+(?=.)|(?<=.)_+$/g, '')
    .slice(0, 100);
  return name === '' || /^[._-]+$/.test(name) ? 'Schema' : name;
}

/** How often one value may be validated against definitions that refer to each other: `a: allOf [b, b]`, and so on. */
const maxTrials = 2000;

/**
 * Removes references that a validator would follow for ever on one value (a schema that is its own alternative), or
 * exponentially often. Recursion through members and items stays.
 */
function cutLoops(definitions: Map<string, ConvertedSchema>): void {
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

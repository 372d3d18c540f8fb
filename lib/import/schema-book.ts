import type { JsonValue } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import type { SampleBudget } from '../sample/sample-schema.ts';
import { reachedDefs } from '../schema/schema-references.ts';
import { type ConvertedSchema, convertSchema, type SchemaContext } from './convert-schema.ts';
import type { Loss } from './loss.ts';
import { pointerTokens } from './pointer.ts';
import { cutLoops } from './schema-loops.ts';
import type { SourceDocument } from './source-document.ts';

/** Schemas and subschemas converted for one document: several times the largest known. */
const maxSchemas = 2_000_000;

/** Several times the budget for the examples of 1,000 large operations; about ten seconds. */
const maxSampleSteps = 2_000_000;

export class TooManySchemas extends Error {
  override message = `The document has more than ${maxSchemas} schemas; the rest is not imported.`;
}

/** The definitions that schemas reach, by name, and their losses. */
export interface Reach {
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

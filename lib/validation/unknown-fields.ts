import type { JsonObject, JsonValue } from '../json/json.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { closestName } from '../text/names.ts';
import { pointerTo } from './fault.ts';

/** A field of an input that its schema does not know. */
export interface UnknownField {
  /** A JSON pointer. */
  pointer: string;
  /** The name of a field of the product; for anything deeper, and a name with a slash in front, the pointer. */
  name: string;
  /** The known field that was probably meant. */
  nearest?: string;
}

/** A person needs no more, and hostile inputs have millions. */
const mostFields = 100;
/** A walk through a hostile input and its unions ends. */
const mostSteps = 10_000;
/** The distance of names takes time. */
const mostNearest = 20;
const longestName = 60;
const mostNames = 300;

/**
 * The members that no schema describes, at any depth. An object that takes other members (`additionalProperties`,
 * `patternProperties`, or no `properties` at all) has none.
 */
export function unknownFields(fields: Map<string, SchemaNode>, input: JsonObject): UnknownField[] {
  const walk = new Walk();
  walk.members(fields.keys(), (name) => fields.has(name), input, '');
  for (const [name, value] of Object.entries(input)) {
    const node = fields.get(name);
    if (node && typeof value === 'object') walk.value([node], value, pointerTo('', name));
  }
  return walk.found;
}

/** What is wrong with it, as a sentence that follows the pointer. */
export function unknownFieldDetail({ nearest }: UnknownField): string {
  const meant = nearest === undefined ? '' : `. Did you mean "${nearest}"?`;
  return `is not a field of this product${meant}`;
}

class Walk {
  readonly found: UnknownField[] = [];
  #steps = 0;

  members(known: Iterable<string>, isKnown: (name: string) => boolean, value: JsonObject, at: string): void {
    let names: string[] | undefined;
    for (const name of Object.keys(value)) {
      if (isKnown(name)) continue;
      if (this.found.length >= mostFields) return;
      const pointer = pointerTo(at, name);
      const isPlain = at === '' && !name.startsWith('/');
      names ??= [...known].slice(0, mostNames);
      const isCompared = this.found.length < mostNearest && name.length <= longestName;
      const nearest = isCompared ? closestName(name, names) : undefined;
      this.found.push({ pointer, name: isPlain ? name : pointer, ...(nearest !== undefined && { nearest }) });
    }
  }

  value(nodes: SchemaNode[], value: JsonValue, at: string): void {
    if (this.#steps > mostSteps || typeof value !== 'object' || value === null) return;
    const facets = facetsOf(nodes);
    this.#steps += 1 + facets.length;
    if (Array.isArray(value)) this.#items(facets, value, at);
    else this.#object(facets, value, at);
  }

  #items(facets: SchemaNode[], values: JsonValue[], at: string): void {
    for (const [index, item] of values.entries()) {
      if (typeof item !== 'object') continue;
      const nodes = facets.flatMap(({ list }) => list?.prefix[index] ?? list?.rest ?? []);
      this.value(nodes, item, pointerTo(at, index));
    }
  }

  #object(facets: SchemaNode[], value: JsonObject, at: string): void {
    const rules = facets.flatMap(({ object }) => object ?? []);
    const tags = facets.flatMap(({ inPlace }) =>
      (inPlace?.unions ?? []).flatMap(({ discriminator }) => discriminator?.property ?? []),
    );
    const known = new Set([...rules.flatMap(({ properties }) => [...properties.keys()]), ...tags]);
    const isOpen = known.size === 0 || facets.some(takesOthers);
    if (!isOpen) this.members(known, (name) => known.has(name), value, at);
    for (const [name, member] of Object.entries(value)) {
      if (typeof member !== 'object') continue;
      const nodes = rules.flatMap(({ properties, additional }) => properties.get(name) ?? additional ?? []);
      this.value(nodes, member, pointerTo(at, name));
    }
  }
}

/** All schemas that may apply to the value itself. */
function facetsOf(nodes: SchemaNode[]): SchemaNode[] {
  const found = new Set(nodes);
  for (const node of found) {
    const { inPlace, object } = node.read();
    for (const inner of inPlace?.all ?? []) found.add(inner);
    for (const { branches } of inPlace?.unions ?? []) for (const branch of branches) found.add(branch);
    for (const { if: test, then, else: otherwise } of inPlace?.conditions ?? [])
      for (const inner of [test, then, otherwise]) if (inner) found.add(inner);
    for (const [, inner] of object?.dependentSchemas ?? []) found.add(inner);
  }
  return [...found];
}

/** Whether a schema says that an object has members of any name: a map, or an alternative that is any object. */
function takesOthers(node: SchemaNode): boolean {
  const { always, keywords, object, unevaluatedProperties, typeNames, inPlace } = node;
  if (always !== false && Object.keys(keywords).length === 0) return true;
  const rest = [object?.additional, unevaluatedProperties];
  if (rest.some((one) => one !== undefined && one.read().always !== false)) return true;
  if (object && object.patterns.length > 0) return true;
  return typeNames.includes('object') && object === undefined && isAlone(inPlace);
}

function isAlone(inPlace: SchemaNode['inPlace']): boolean {
  return !inPlace || (inPlace.all.length === 0 && inPlace.unions.length === 0);
}

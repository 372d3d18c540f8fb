import type { JsonObject, JsonValue } from '../json/json.ts';
import { markersOf, both, flatSchema, joined, maxParts } from '../schema/flat-schema.ts';
import { linearPattern } from '../schema/linear-pattern.ts';
import { anySchema, schemaNode } from '../schema/schema-graph.ts';
import type {
  FlatSchema,
  InPlaceRules,
  ObjectRules,
  SchemaNode,
  SchemaPattern,
  Union,
} from '../schema/schema-node.ts';
import { own } from '../schema/schema-references.ts';
import { verdictOn } from '../validation/validate.ts';
import { sampleNumber } from './sample-number.ts';
import { samplePattern } from './sample-pattern.ts';
import { sampleString, SampleWork } from './sample-string.ts';

/**
 * The extent of a sample: `minimal` has the required members and ignores examples; `typical` also has members with
 * examples; `full` has every member of the upper levels.
 */
export type SampleExtent = 'minimal' | 'typical' | 'full';

/**
 * A valid value of the schema, always the same for the same schema; undefined if none is found. It prefers values in
 * the schema (const, example, default, the first of an enum) to generated ones.
 */
export function sampleSchema(
  schema: SchemaNode,
  extent: SampleExtent = 'typical',
  budget: SampleBudget = { steps: 2 * maxSteps },
): JsonValue | undefined {
  for (const tried of new Set<SampleExtent>([extent, 'minimal'])) {
    const most = Math.max(leastSteps, Math.min(maxSteps, budget.steps));
    const sampler = new Sampler(tried, most);
    const value = sampler.sample(schema, { around: [], depth: 0 }, 0);
    budget.steps -= sampler.steps;
    if (value !== undefined && verdictOn(schema, value, new SampleWork()) === 'valid') return value;
  }
  return undefined;
}

/** Schema visits for one sample: enough for a form of some thousands of fields. */
const maxSteps = 12_000;
/** The budget of each sample once a shared one is spent: enough for a simple one. */
const leastSteps = 200;

/** Shared by several samples, such as those of one document. */
export interface SampleBudget {
  steps: number;
}

/** Deeper levels have only required members, and then none. */
const fullDepth = 4;
const maxDepth = 40;
/** How often one definition may contain itself. */
const maxRecursion = 2;
const maxSampleItems = 1000;
const maxMembers = 1000;
const maxAlternatives = 24;
/** Generated values for one type before another type is tried. */
const maxAttempts = 4;

interface Place {
  /** The enclosing schemas. */
  around: SchemaNode[];
  depth: number;
}

const anyText = schemaNode({ type: 'string' });

class Sampler {
  steps = 0;
  /** The budget for validating candidates. */
  readonly #work = new SampleWork();
  readonly #extent: SampleExtent;
  readonly #mostSteps: number;

  constructor(extent: SampleExtent, mostSteps: number) {
    this.#extent = extent;
    this.#mostSteps = mostSteps;
  }

  /** `variant` selects a different value. */
  sample(schema: SchemaNode, place: Place, variant: number): JsonValue | undefined {
    if (place.depth > maxDepth) return undefined;
    const flat = this.#counted(() => flatSchema(schema));
    const inside = flat && entered(place, flat.inner);
    return inside && this.#sampleFlat(flat, schema, { ...inside, depth: place.depth + 1 }, variant);
  }

  #counted(flatten: () => FlatSchema | undefined): FlatSchema | undefined {
    if (this.steps > this.#mostSteps) return undefined;
    const flat = flatten();
    this.steps += flat?.work ?? maxParts;
    return flat;
  }

  #sampleFlat(flat: FlatSchema, whole: SchemaNode, place: Place, variant: number): JsonValue | undefined {
    const offered = this.#fitting(whole, this.#offered(flat), variant);
    if (offered !== undefined || flat.choices) return offered;
    const [union, ...rest] = flat.inPlace.unions;
    if (union) return this.#sampleAlternatives(flat, union, rest, whole, place, variant);
    for (const type of typesOf(flat)) {
      for (let attempt = variant; attempt < variant + maxAttempts; attempt += 1) {
        const value = this.#ofType(type, flat, place, attempt);
        if (value === undefined) break;
        if (!isHard(flat) || this.#fits(whole, value)) return value;
      }
    }
    return this.#sampleConditions(flat, whole, place, variant);
  }

  #fits(schema: SchemaNode, value: JsonValue): boolean {
    return verdictOn(schema, value, this.#work) === 'valid';
  }

  /** The candidate at the index among those that are valid. */
  #fitting(schema: SchemaNode, values: JsonValue[], index: number): JsonValue | undefined {
    let found = 0;
    for (const value of values) {
      if (!this.#fits(schema, value)) continue;
      if (found === index) return value;
      found += 1;
    }
    return undefined;
  }

  /** Values in the schema, the best first. */
  #offered({ parts, choices }: FlatSchema): JsonValue[] {
    const given = (keyword: string) => {
      const values = this.#extent === 'minimal' ? [] : parts.map(({ keywords }) => own(keywords, keyword));
      return values.find((value) => value !== undefined);
    };
    const examples = given('examples');
    const fallback = given('default') ?? null;
    return [
      ...(Array.isArray(examples) ? examples.slice(0, 5) : []),
      ...(fallback === null ? [] : [fallback]),
      ...(choices?.values.slice(0, 200) ?? []),
    ];
  }

  #sampleAlternatives(
    flat: FlatSchema,
    union: Union,
    rest: Union[],
    whole: SchemaNode,
    place: Place,
    variant: number,
  ): JsonValue | undefined {
    const nulls = union.branches.filter((branch) => branch.read().typeNames.join() === 'null');
    const ordered = [...union.branches.filter((branch) => !nulls.includes(branch)), ...nulls];
    for (const branch of ordered.slice(0, maxAlternatives)) {
      for (const nodes of [[branch, ...markersOf(union, branch)], [branch]]) {
        const value = this.#sampleJoined(nodes, flat, { unions: rest }, whole, place, variant);
        if (value !== undefined) return value;
      }
    }
    return undefined;
  }

  /** A value for one branch of a condition. */
  #sampleConditions(
    flat: FlatSchema,
    whole: SchemaNode,
    place: Place,
    variant: number,
  ): JsonValue | undefined {
    const [condition, ...others] = flat.inPlace.conditions;
    if (!condition) return undefined;
    const { if: test, then, else: otherwise } = condition;
    for (const nodes of [[test, then ?? anySchema], [otherwise ?? anySchema]]) {
      const value = this.#sampleJoined(nodes, flat, { conditions: others }, whole, place, variant);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  #sampleJoined(
    nodes: SchemaNode[],
    flat: FlatSchema,
    left: Partial<InPlaceRules>,
    whole: SchemaNode,
    place: Place,
    variant: number,
  ): JsonValue | undefined {
    const all = this.#counted(() => joined(nodes, flat, left));
    const inside = all && entered(place, all.inner);
    if (!inside || this.steps > this.#mostSteps) return undefined;
    for (let attempt = variant; attempt < variant + maxAttempts; attempt += 1) {
      const value = this.#sampleFlat(all, whole, inside, attempt);
      if (value === undefined || this.#fits(whole, value)) return value;
    }
    return undefined;
  }

  #ofType(type: string, flat: FlatSchema, place: Place, variant: number): JsonValue | undefined {
    switch (type) {
      case 'string':
        return sampleString(flat.text, variant);
      case 'integer':
      case 'number':
        return sampleNumber(flat.number, type === 'integer', variant);
      case 'boolean':
        return [true, false][variant];
      case 'object':
        return this.#object(flat.object, place, variant);
      case 'array':
        return this.#array(flat, place, variant);
      default:
        return variant === 0 ? null : undefined;
    }
  }

  #array({ list }: FlatSchema, place: Place, variant: number): JsonValue[] | undefined {
    const {
      minItems: least = 0,
      maxItems = maxSampleItems,
      prefix = [],
      rest = anySchema,
      isUnique,
    } = list ?? {};
    const most = Math.min(maxItems, maxSampleItems);
    if (least > most) return undefined;
    const contained = (list?.contains ?? []).flatMap(({ node, least: count }) =>
      Array.from({ length: Math.min(count, maxSampleItems) }, () => node),
    );
    const wanted =
      this.#extent === 'minimal' || place.depth > fullDepth ? least : Math.max(least, prefix.length, 1);
    const length = Math.min(most, Math.max(wanted, contained.length, variant > 0 ? least + 1 : 0));
    const result: JsonValue[] = [];
    const seen = new Set<string>();
    for (
      let index = 0, attempt = variant;
      index < length && attempt < variant + length * 2 + 2;
      attempt += 1
    ) {
      const schema = both(prefix[index] ?? rest, contained[index]) ?? anySchema;
      const item = this.sample(schema, place, isUnique ? attempt : index === 0 ? variant : 0);
      if (item === undefined) break;
      const text = JSON.stringify(item);
      if (isUnique && seen.has(text)) continue;
      seen.add(text);
      result.push(item);
      index += 1;
    }
    return result.length >= Math.max(least, contained.length) ? result : undefined;
  }

  #object(rules: ObjectRules | undefined, place: Place, variant: number): JsonObject | undefined {
    const result: JsonObject = {};
    for (const name of rules?.required ?? []) {
      const value = this.#member(rules, name, place, variant);
      if (value === undefined || name === '__proto__') return undefined;
      result[name] = value;
    }
    const { minProperties: least = 0, maxProperties: most = Number.POSITIVE_INFINITY } = rules ?? {};
    if (least > maxMembers) return undefined;
    let size = Object.keys(result).length;
    for (const [name, node] of rules?.properties ?? []) {
      if (size >= most) break;
      if (Object.hasOwn(result, name) || (size >= least && !this.#isShown(node, place))) continue;
      const value = this.#member(rules, name, place, 0);
      if (value === undefined) continue;
      result[name] = value;
      size += 1;
    }
    this.#complete(result, rules, place);
    this.#fill(result, rules, place, variant < 2 ? least : Math.min(most, least + 1));
    return Object.keys(result).length >= least ? result : undefined;
  }

  #isShown({ keywords }: SchemaNode, { depth }: Place): boolean {
    if (this.#extent === 'minimal' || depth > fullDepth || own(keywords, 'readOnly') === true) return false;
    return Array.isArray(own(keywords, 'examples')) || (this.#extent === 'full' && depth <= fullDepth / 2);
  }

  #complete(result: JsonObject, rules: ObjectRules | undefined, place: Place): void {
    const pending = rules?.dependentRequired.length ? Object.keys(result) : [];
    for (const given of pending) {
      const needed = rules?.dependentRequired.filter(([name]) => name === given) ?? [];
      for (const name of needed.flatMap(([, names]) => names)) {
        if (Object.hasOwn(result, name)) continue;
        const value = this.#member(rules, name, place, 0);
        if (value === undefined) continue;
        result[name] = value;
        pending.push(name);
      }
    }
  }

  /** Adds members with allowed names up to the minimum. */
  #fill(result: JsonObject, rules: ObjectRules | undefined, place: Place, least: number): void {
    const [[pattern] = []] = rules?.patterns ?? [];
    const isClosed = rules?.additional?.read().always === false;
    for (let attempt = 0; Object.keys(result).length < least && attempt < least * 2 + 10; attempt += 1) {
      const byPattern = pattern && samplePattern(pattern.source, 0, 200, attempt);
      const byName = rules?.names
        ? this.sample(both(anyText, rules.names) ?? anyText, place, attempt)
        : `key${attempt + 1}`;
      const name = isClosed ? byPattern : byName;
      if (typeof name !== 'string' || Object.hasOwn(result, name)) continue;
      const value = this.#member(rules, name, place, 0);
      if (value !== undefined) result[name] = value;
    }
  }

  #member(rules: ObjectRules | undefined, name: string, place: Place, variant: number) {
    const nodes = rules ? memberNodes(rules, name) : [];
    return this.sample(both(...nodes) ?? anySchema, place, variant);
  }
}

/** The place within the schemas; undefined if one of them contains itself too often. */
function entered({ around, depth }: Place, inner: SchemaNode[]): Place | undefined {
  const isTooOften = (node: SchemaNode) => around.filter((one) => one === node).length >= maxRecursion;
  return inner.some(isTooOften) ? undefined : { around: [...around, ...inner], depth };
}

/** The discriminator property of a branch, as a schema. */
function memberNodes({ properties, patterns, additional }: ObjectRules, name: string): SchemaNode[] {
  const byPattern = patterns.filter(([pattern]) => matches(pattern, name)).map(([, node]) => node);
  const found = [properties.get(name), ...byPattern].filter((node) => node !== undefined);
  return found.length > 0 || !additional ? found : [additional];
}

function matches(pattern: SchemaPattern, name: string): boolean {
  pattern.compiled ??= linearPattern(pattern.source);
  return pattern.compiled.test(name);
}

/** Whether a generated value may be invalid, so that it must be checked. */
function isHard({ inPlace, list, object, unevaluatedItems, unevaluatedProperties }: FlatSchema): boolean {
  return (
    inPlace.nots.length > 0 ||
    inPlace.conditions.length > 0 ||
    (list !== undefined && (list.isUnique || list.contains.length > 0)) ||
    (object !== undefined && (object.names !== undefined || object.dependentSchemas.length > 0)) ||
    (unevaluatedItems ?? unevaluatedProperties) !== undefined
  );
}

/** The types to try, null last. */
function typesOf({ typeNames, object, list, number }: FlatSchema): string[] {
  if (typeNames.length > 0) return typeNames.toSorted((a, b) => Number(a === 'null') - Number(b === 'null'));
  const implied = [object && 'object', list && 'array', number && 'number'].filter(
    (type) => type !== undefined,
  );
  return [...implied, 'string', 'integer', 'object', 'array', 'boolean', 'null'];
}

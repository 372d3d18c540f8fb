import { equal, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { type LinearPattern, linearPattern } from '../schema/linear-pattern.ts';
import type { Schema } from '../operation/operation.ts';
import { type Defs, own, resolveReference } from '../schema/schema-references.ts';
import { asSchema } from '../schema/subschemas.ts';
import { onStep } from './sample-number.ts';

/** Units of work for one question, or for all questions of one sampler: a tenth of a second. */
const MAX_WORK = 50_000;
/** Values of an `enum` that are compared in the time of one trial. */
const VALUES_PER_UNIT = 8;
/** Instructions of a pattern times characters of a text, in the time of one trial. */
const PATTERN_STEPS_PER_UNIT = 50;
const MAX_DEPTH = 400;

export interface TrialWork {
  left: number;
}

export function trialWork(): TrialWork {
  return { left: MAX_WORK };
}

/**
 * Says whether a value satisfies a schema, without compiling it: the sampler asks this of schemas it will never meet
 * again. Formats are not looked at; whoever publishes a sample lets the real validator have the last word. Without work
 * left the answer is no.
 */
export function satisfies(schema: Schema, value: JsonValue, defs: Defs, work = trialWork()): boolean {
  return new Trial(defs, work).holds(schema, value, 0) && work.left >= 0;
}

const patterns = new Map<string, LinearPattern>();
const MAX_PATTERNS = 2000;

export function knownPattern(pattern: string): LinearPattern {
  const known = patterns.get(pattern);
  if (known !== undefined) return known;
  if (patterns.size >= MAX_PATTERNS) patterns.clear();
  const compiled = linearPattern(pattern);
  patterns.set(pattern, compiled);
  return compiled;
}

class Trial {
  /** Answers by schema and value: recursive schemas ask the same again and again. `open` is not answered yet. */
  private readonly known = new Map<JsonObject, Map<JsonValue, boolean | 'open'>>();
  /** How often a schema came back to itself for the same value. */
  private loops = 0;

  constructor(
    private readonly defs: Defs,
    private readonly work: TrialWork,
  ) {}

  holds(schema: Schema, value: JsonValue, depth: number): boolean {
    if (typeof schema === 'boolean') return schema;
    this.work.left -= 1;
    if (this.work.left < 0 || depth > MAX_DEPTH) return false;
    const answers = this.known.get(schema) ?? new Map<JsonValue, boolean | 'open'>();
    this.known.set(schema, answers);
    const known = answers.get(value);
    if (known === 'open') this.loops += 1;
    if (known !== undefined) return known === true;
    const loopsBefore = this.loops;
    answers.set(value, 'open');
    const answer = this.tried(schema, value, depth);
    // An answer found inside a loop holds there only.
    if (this.loops === loopsBefore) answers.set(value, answer);
    else answers.delete(value);
    return answer;
  }

  private tried(schema: JsonObject, value: JsonValue, depth: number): boolean {
    return (
      this.general(schema, value) &&
      this.combined(schema, value, depth + 1) &&
      (typeof value !== 'string' || this.ofText(schema, value)) &&
      (typeof value !== 'number' || ofNumber(schema, value)) &&
      (!Array.isArray(value) || this.ofArray(schema, value, depth + 1)) &&
      (!isJsonObject(value) || this.ofObject(schema, value, depth + 1))
    );
  }

  private general(schema: JsonObject, value: JsonValue): boolean {
    const type = own(schema, 'type');
    const types = type === undefined ? [] : Array.isArray(type) ? type : [type];
    if (types.length > 0 && !types.some((name) => isOfType(value, name))) return false;
    const listed = own(schema, 'enum');
    if (Array.isArray(listed)) {
      this.work.left -= listed.length / VALUES_PER_UNIT;
      if (!listed.some((item) => equal(item, value))) return false;
    }
    const constant = own(schema, 'const');
    return constant === undefined || equal(constant, value);
  }

  private ofText(schema: JsonObject, value: string): boolean {
    const pattern = own(schema, 'pattern');
    if (!within(schema, 'minLength', 'maxLength', [...value].length)) return false;
    return typeof pattern !== 'string' || this.matches(pattern, value);
  }

  private matches(pattern: string, text: string): boolean {
    const known = knownPattern(pattern);
    this.work.left -= (known.size * text.length) / PATTERN_STEPS_PER_UNIT;
    return this.work.left >= 0 && known.test(text);
  }

  private combined(schema: JsonObject, value: JsonValue, depth: number): boolean {
    const holds = (inner: JsonValue | undefined) => this.holds(asSchema(inner), value, depth);
    const reference = own(schema, '$ref');
    if (
      typeof reference === 'string' &&
      !this.holds(resolveReference(reference, this.defs) ?? true, value, depth)
    )
      return false;
    const { allOf, anyOf, oneOf, not } = schema;
    if (Array.isArray(allOf) && !allOf.every(holds)) return false;
    if (Array.isArray(anyOf) && !anyOf.some(holds)) return false;
    if (Array.isArray(oneOf) && oneOf.filter(holds).length !== 1) return false;
    if (not !== undefined && holds(not)) return false;
    const condition = own(schema, 'if');
    if (condition === undefined) return true;
    return holds(own(schema, holds(condition) ? 'then' : 'else') ?? true);
  }

  private ofArray(schema: JsonObject, value: JsonValue[], depth: number): boolean {
    if (!within(schema, 'minItems', 'maxItems', value.length)) return false;
    if (
      own(schema, 'uniqueItems') === true &&
      new Set(value.map((item) => JSON.stringify(item))).size < value.length
    )
      return false;
    const prefix = Array.isArray(schema['prefixItems']) ? schema['prefixItems'] : [];
    const rest = own(schema, 'items');
    const fits = value.every((item, index) => {
      const inner = index < prefix.length ? prefix[index] : rest;
      return inner === undefined || this.holds(asSchema(inner), item, depth);
    });
    const contains = own(schema, 'contains');
    if (!fits || contains === undefined) return fits;
    const count = value.filter((item) => this.holds(asSchema(contains), item, depth)).length;
    const least = own(schema, 'minContains');
    return count >= (typeof least === 'number' ? least : 1) && within(schema, '', 'maxContains', count);
  }

  private ofObject(schema: JsonObject, value: JsonObject, depth: number): boolean {
    const names = Object.keys(value);
    if (!within(schema, 'minProperties', 'maxProperties', names.length)) return false;
    const required = own(schema, 'required');
    if (
      Array.isArray(required) &&
      required.some((name) => typeof name === 'string' && !Object.hasOwn(value, name))
    )
      return false;
    const dependent = own(schema, 'dependentRequired');
    for (const [name, others] of isJsonObject(dependent) ? Object.entries(dependent) : []) {
      if (!Object.hasOwn(value, name) || !Array.isArray(others)) continue;
      if (others.some((other) => typeof other === 'string' && !Object.hasOwn(value, other))) return false;
    }
    const dependentSchemas = own(schema, 'dependentSchemas');
    for (const [name, inner] of isJsonObject(dependentSchemas) ? Object.entries(dependentSchemas) : []) {
      if (Object.hasOwn(value, name) && !this.holds(asSchema(inner), value, depth)) return false;
    }
    const nameSchema = own(schema, 'propertyNames');
    if (nameSchema !== undefined && !names.every((name) => this.holds(asSchema(nameSchema), name, depth)))
      return false;
    return names.every((name) =>
      memberSchemas(schema, name, (pattern) => this.matches(pattern, name)).every((inner) =>
        this.holds(inner, value[name] ?? null, depth),
      ),
    );
  }
}

/** The schemas that an object schema has for a member of this name. */
export function memberSchemas(
  schema: JsonObject,
  name: string,
  matches = (pattern: string) => knownPattern(pattern).test(name),
): Schema[] {
  const found: Schema[] = [];
  const properties = own(schema, 'properties');
  const declared = isJsonObject(properties) ? own(properties, name) : undefined;
  if (declared !== undefined) found.push(asSchema(declared));
  const byPattern = own(schema, 'patternProperties');
  for (const [pattern, inner] of isJsonObject(byPattern) ? Object.entries(byPattern) : []) {
    if (matches(pattern)) found.push(asSchema(inner));
  }
  const additional = own(schema, 'additionalProperties');
  if (found.length === 0 && additional !== undefined) found.push(asSchema(additional));
  return found;
}

function within(schema: JsonObject, least: string, most: string, count: number): boolean {
  const [min, max] = [own(schema, least), own(schema, most)];
  return !(typeof min === 'number' && count < min) && !(typeof max === 'number' && count > max);
}

function ofNumber(schema: JsonObject, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  return (
    !(typeof minimum === 'number' && value < minimum) &&
    !(typeof maximum === 'number' && value > maximum) &&
    !(typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) &&
    !(typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) &&
    onStep(value, typeof multipleOf === 'number' ? multipleOf : undefined)
  );
}

function isOfType(value: JsonValue, name: JsonValue): boolean {
  if (name === 'integer') return typeof value === 'number' && Number.isInteger(value);
  if (name === 'null') return value === null;
  if (name === 'array') return Array.isArray(value);
  return name === 'object' ? isJsonObject(value) : typeof value === name;
}

import { equal, isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { linearPattern } from '../linear-pattern.ts';
import type { Schema } from '../operation.ts';
import { type Defs, own, resolveReference } from '../schema-references.ts';
import { asSchema } from '../subschemas.ts';
import { onStep } from './sample-number.ts';

/** Trials of a schema on a value, in one question; past them the answer is no. */
const MAX_STEPS = 100_000;
const MAX_DEPTH = 400;

/**
 * Says whether a value satisfies a schema, without compiling it: the sampler asks this of schemas it will never meet
 * again. Formats are not looked at; whoever publishes a sample lets the real validator have the last word.
 */
export function satisfies(schema: Schema, value: JsonValue, defs: Defs): boolean {
  return new Trial(defs).holds(schema, value, 0);
}

const patterns = new Map<string, (text: string) => boolean>();

export function matchesPattern(pattern: string, text: string): boolean {
  let test = patterns.get(pattern);
  if (test === undefined) {
    if (patterns.size > 2000) patterns.clear();
    const linear = linearPattern(pattern);
    test = (candidate) => linear.test(candidate);
    patterns.set(pattern, test);
  }
  return test(text);
}

class Trial {
  private steps = 0;

  constructor(private readonly defs: Defs) {}

  holds(schema: Schema, value: JsonValue, depth: number): boolean {
    this.steps += 1;
    if (this.steps > MAX_STEPS || depth > MAX_DEPTH) return false;
    if (typeof schema === 'boolean') return schema;
    return (
      this.general(schema, value) &&
      this.combined(schema, value, depth + 1) &&
      (typeof value !== 'string' || ofText(schema, value)) &&
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
    if (Array.isArray(listed) && !listed.some((item) => equal(item, value))) return false;
    const constant = own(schema, 'const');
    return constant === undefined || equal(constant, value);
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
      memberSchemas(schema, name).every((inner) => this.holds(inner, value[name] ?? null, depth)),
    );
  }
}

/** The schemas that an object schema has for a member of this name. */
export function memberSchemas(schema: JsonObject, name: string): Schema[] {
  const found: Schema[] = [];
  const properties = own(schema, 'properties');
  const declared = isJsonObject(properties) ? own(properties, name) : undefined;
  if (declared !== undefined) found.push(asSchema(declared));
  const byPattern = own(schema, 'patternProperties');
  for (const [pattern, inner] of isJsonObject(byPattern) ? Object.entries(byPattern) : []) {
    if (matchesPattern(pattern, name)) found.push(asSchema(inner));
  }
  const additional = own(schema, 'additionalProperties');
  if (found.length === 0 && additional !== undefined) found.push(asSchema(additional));
  return found;
}

function within(schema: JsonObject, least: string, most: string, count: number): boolean {
  const [min, max] = [own(schema, least), own(schema, most)];
  return !(typeof min === 'number' && count < min) && !(typeof max === 'number' && count > max);
}

function ofText(schema: JsonObject, value: string): boolean {
  const pattern = own(schema, 'pattern');
  return (
    within(schema, 'minLength', 'maxLength', [...value].length) &&
    (typeof pattern !== 'string' || matchesPattern(pattern, value))
  );
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

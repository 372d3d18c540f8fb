import { equal, isJsonObject, type JsonObject, type JsonValue } from '../../../../lib/json/json.ts';

/** What a schema says of a value, and what it has looked at: names of members, or indices of items. */
interface Answer {
  valid: boolean;
  seen: Set<string>;
}

/**
 * Validation as the specification tells it, keyword by keyword, with no thought for time: what tests compare with.
 * It knows the keywords of `arbitrary-schema.ts`.
 */
export function isValid(document: JsonObject, value: JsonValue): boolean {
  return answer(document, value, document).valid;
}

function answer(schema: JsonValue | undefined, value: JsonValue, document: JsonObject): Answer {
  const seen = new Set<string>();
  if (!isJsonObject(schema)) return { valid: schema !== false, seen };
  const ask = (inner: JsonValue | undefined, part: JsonValue) => answer(inner, part, document);
  const results: boolean[] = [scalarsHold(schema, value)];
  const take = (found: Answer) => {
    if (found.valid) for (const one of found.seen) seen.add(one);
    return found.valid;
  };
  const list = (keyword: string) => (Array.isArray(schema[keyword]) ? schema[keyword] : undefined);
  const map = (keyword: string) => Object.entries(isJsonObject(schema[keyword]) ? schema[keyword] : {});
  const { $ref: reference } = schema;
  if (typeof reference === 'string') {
    const defs = document['$defs'];
    results.push(take(ask(isJsonObject(defs) ? defs[reference.slice('#/$defs/'.length)] : true, value)));
  }
  for (const inner of list('allOf') ?? []) results.push(take(ask(inner, value)));
  const any = list('anyOf')?.map((inner) => take(ask(inner, value)));
  if (any) results.push(any.includes(true));
  const one = list('oneOf')?.map((inner) => take(ask(inner, value)));
  if (one) results.push(one.filter(Boolean).length === 1);
  if ('not' in schema) results.push(!ask(schema['not'], value).valid);
  if ('if' in schema)
    results.push(take(ask(schema[take(ask(schema['if'], value)) ? 'then' : 'else'], value)));
  if (isJsonObject(value)) {
    for (const [name, inner] of map('dependentSchemas'))
      if (Object.hasOwn(value, name)) results.push(take(ask(inner, value)));
    for (const [name, others] of map('dependentRequired'))
      if (Object.hasOwn(value, name) && Array.isArray(others))
        results.push(others.every((other) => Object.hasOwn(value, String(other))));
    const here = new Set<string>();
    for (const [key, member] of Object.entries(value)) {
      if ('propertyNames' in schema) results.push(ask(schema['propertyNames'], key).valid);
      const inner = map('properties').filter(([name]) => name === key);
      const matched = map('patternProperties').filter(([pattern]) => new RegExp(pattern, 'u').test(key));
      for (const [, one] of [...inner, ...matched]) results.push(ask(one, member).valid);
      if (inner.length + matched.length > 0) here.add(key);
      else if ('additionalProperties' in schema) {
        results.push(ask(schema['additionalProperties'], member).valid);
        here.add(key);
      }
    }
    for (const key of here) seen.add(key);
    for (const [key, member] of Object.entries(value)) {
      if (!('unevaluatedProperties' in schema) || seen.has(key)) continue;
      results.push(ask(schema['unevaluatedProperties'], member).valid);
      seen.add(key);
    }
  }
  if (Array.isArray(value)) {
    const prefix = list('prefixItems') ?? [];
    const here = new Set<string>();
    for (const [index, item] of value.entries()) {
      const inner = index < prefix.length ? prefix[index] : schema['items'];
      if (inner === undefined) continue;
      results.push(ask(inner, item).valid);
      here.add(`${index}`);
    }
    if ('contains' in schema) {
      const fitting = [...value.keys()].filter(
        (index) => ask(schema['contains'], value[index] ?? null).valid,
      );
      for (const index of fitting) here.add(`${index}`);
      const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = schema;
      results.push(fitting.length >= Number(minContains) && fitting.length <= Number(maxContains));
    }
    for (const index of here) seen.add(index);
    for (const [index, item] of value.entries()) {
      if (!('unevaluatedItems' in schema) || seen.has(`${index}`)) continue;
      results.push(ask(schema['unevaluatedItems'], item).valid);
      seen.add(`${index}`);
    }
  }
  return { valid: !results.includes(false), seen };
}

function scalarsHold(schema: JsonObject, value: JsonValue): boolean {
  const { type, minimum, maxLength, pattern, required, minItems, uniqueItems } = schema;
  if (type !== undefined && !typesOf(value).includes(String(type))) return false;
  if ('const' in schema && !equal(schema['const'] ?? null, value)) return false;
  if (typeof value === 'number') return typeof minimum !== 'number' || value >= minimum;
  if (typeof value === 'string')
    return (
      (typeof maxLength !== 'number' || [...value].length <= maxLength) &&
      (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value))
    );
  if (Array.isArray(value))
    return (
      (typeof minItems !== 'number' || value.length >= minItems) &&
      (uniqueItems !== true ||
        !value.some((one, index) => value.slice(0, index).some((other) => equal(one, other))))
    );
  if (!isJsonObject(value) || !Array.isArray(required)) return true;
  return required.every((name) => Object.hasOwn(value, String(name)));
}

function typesOf(value: JsonValue): string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  return Number.isInteger(value) ? ['number', 'integer'] : [typeof value];
}

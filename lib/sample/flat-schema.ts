import { canonicalJson, equal, isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { type Defs, own, resolveReference } from '../schema/schema-references.ts';
import { asSchema } from '../schema/subschemas.ts';

/** A schema with its references and `allOf` taken into it; alternatives are kept aside. */
export interface FlatSchema {
  keywords: JsonObject;
  /** Each list is an `anyOf` or a `oneOf` that was met. */
  alternatives: JsonValue[][];
  /** Names of the definitions that went into it. */
  names: Set<string>;
  /** How many schemas went into it, and how many values of theirs: what it took to make it. */
  work: number;
}

export const MAX_PARTS = 500;
/** Values of an `enum` that are looked at in the time of one schema. */
const VALUES_PER_UNIT = 8;

/** undefined where the schema admits nothing. */
export function flatSchema(schema: JsonValue, defs: Defs): FlatSchema | undefined {
  const flat: FlatSchema = { keywords: {}, alternatives: [], names: new Set(), work: 0 };
  const pending: JsonValue[] = [schema];
  for (let index = 0; index < pending.length; index += 1) {
    const part = asSchema(pending[index]);
    if (part === false || index > MAX_PARTS) return undefined;
    if (part === true) continue;
    const reference = own(part, '$ref');
    if (typeof reference === 'string' && !flat.names.has(reference)) {
      flat.names.add(reference);
      pending.push(resolveReference(reference, defs) ?? true);
    }
    if (Array.isArray(part['allOf'])) pending.push(...part['allOf']);
    for (const keyword of ['anyOf', 'oneOf']) {
      const list = part[keyword];
      if (Array.isArray(list)) flat.alternatives.push(list);
    }
    merge(flat.keywords, part);
    const listed = own(part, 'enum');
    flat.work += 1 + (Array.isArray(listed) ? listed.length / VALUES_PER_UNIT : 0);
  }
  return flat;
}

const SMALLEST = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']);
const LARGEST = new Set([
  'minimum',
  'exclusiveMinimum',
  'minLength',
  'minItems',
  'minProperties',
  'minContains',
]);
const LEFT_OUT = new Set([
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'title',
  'description',
  'discriminator',
  '$comment',
]);

function merge(into: JsonObject, from: JsonObject): void {
  for (const [keyword, value] of Object.entries(from)) {
    const present = own(into, keyword);
    if (LEFT_OUT.has(keyword)) continue;
    into[keyword] = present === undefined ? value : both(keyword, present, value);
  }
}

/** The value of a keyword that two parts of an `allOf` give. */
function both(keyword: string, a: JsonValue, b: JsonValue): JsonValue {
  if (SMALLEST.has(keyword) && typeof a === 'number' && typeof b === 'number') return Math.min(a, b);
  if (LARGEST.has(keyword) && typeof a === 'number' && typeof b === 'number') return Math.max(a, b);
  if (keyword === 'required' && Array.isArray(a) && Array.isArray(b)) return [...new Set([...a, ...b])];
  if (keyword === 'enum' && Array.isArray(a) && Array.isArray(b)) return commonValues(a, b);
  if (keyword === 'type') return commonTypes(a, b);
  if (keyword === 'properties' || keyword === 'patternProperties') return conjoinedMembers(a, b);
  if (
    keyword === 'items' ||
    keyword === 'additionalProperties' ||
    keyword === 'contains' ||
    keyword === 'propertyNames'
  ) {
    return equal(a, b) ? a : { allOf: [a, b] };
  }
  if (keyword === 'not') return { anyOf: [a, b] };
  if (keyword === 'dependentRequired' && isJsonObject(a) && isJsonObject(b)) return { ...a, ...b };
  return keyword === 'uniqueItems' ? a === true || b === true : a;
}

function commonValues(a: JsonValue[], b: JsonValue[]): JsonValue[] {
  const texts = new Set(b.map(canonicalJson));
  return a.filter((item) => texts.has(canonicalJson(item)));
}

function commonTypes(a: JsonValue, b: JsonValue): JsonValue {
  const first = Array.isArray(a) ? a : [a];
  const second = Array.isArray(b) ? b : [b];
  const common = first.filter((type) => second.includes(type));
  if (first.includes('number') && second.includes('integer')) common.push('integer');
  if (first.includes('integer') && second.includes('number')) common.push('integer');
  return [...new Set(common)];
}

function conjoinedMembers(a: JsonValue, b: JsonValue): JsonValue {
  if (!isJsonObject(a) || !isJsonObject(b)) return a;
  const result: JsonObject = { ...a };
  for (const [name, schema] of Object.entries(b)) {
    const present = own(result, name);
    result[name] = present === undefined || equal(present, schema) ? schema : { allOf: [present, schema] };
  }
  return result;
}

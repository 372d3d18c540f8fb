import { type JsonObject, type JsonValue, isJsonObject } from '../../json/json.ts';
import { enumMeaningKeywords } from './schema-values.ts';
import { member, childPointer } from '../document/pointer.ts';
import type { SchemaWork } from './schema-type.ts';

export interface BoundRepair {
  keyword: string;
  what: string;
}

/** The number of a limit. Counts are whole and not negative; a step is positive. */
export function repairNumber(value: JsonValue, keyword: string, isCount: boolean): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  if (isCount && (!Number.isInteger(number) || number < 0)) return undefined;
  return keyword === 'multipleOf' && number <= 0 ? undefined : number;
}

/** Converts exclusive limits, which were booleans before 3.1, and removes limits that no value satisfies. */
export function repairBounds(raw: JsonObject, out: JsonObject): BoundRepair[] {
  const repairs = [
    exclusive(raw, out, 'Minimum', 'minimum'),
    exclusive(raw, out, 'Maximum', 'maximum'),
  ].flat();
  for (const [low, high] of boundPairs) {
    const [from, to] = [out[low], out[high]];
    if (typeof from !== 'number' || typeof to !== 'number') continue;
    const strict = low.startsWith('exclusive') || high.startsWith('exclusive');
    if (from < to || (from === to && !strict)) continue;
    delete out[low];
    delete out[high];
    repairs.push({
      keyword: low,
      what: `No value is both ${low} ${from} and ${high} ${to}; both are left out.`,
    });
  }
  return repairs;
}

const boundPairs: [string, string][] = [
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'maximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
];

function exclusive(raw: JsonObject, out: JsonObject, side: string, inclusive: string): BoundRepair[] {
  const keyword = `exclusive${side}`;
  const value = member(raw, keyword);
  if (value === undefined || value === false || value === null) return [];
  if (value !== true) {
    const number = repairNumber(value, keyword, false);
    if (number === undefined)
      return [{ keyword, what: `${JSON.stringify(value)} is not a limit; it is left out.` }];
    out[keyword] = number;
    return [];
  }
  const limit = out[inclusive];
  if (limit === undefined)
    return [{ keyword, what: `There is no ${inclusive} to be exclusive of; it is left out.` }];
  out[keyword] = limit;
  delete out[inclusive];
  return [];
}

/** Collects required names: from a list, from the old `required: true` on a property, or from a single text. */
export function convertRequired({ raw, out, pointer, lose }: SchemaWork): void {
  const own = member(raw, 'required');
  const names = new Set<string>();
  if (Array.isArray(own)) for (const name of own) if (typeof name === 'string') names.add(name);
  if (typeof own === 'string' && own !== 'true' && own !== 'false') {
    names.add(own);
    lose(childPointer(pointer, 'required'), `required is not a list; it is read as ["${own.slice(0, 60)}"].`);
  }
  const properties = member(raw, 'properties');
  for (const [name, schema] of isJsonObject(properties) ? Object.entries(properties) : []) {
    if (member(schema, 'required') !== true) continue;
    names.add(name);
    lose(
      childPointer(pointer, 'properties', name, 'required'),
      'required: true is moved to the list of the object.',
    );
  }
  withoutImpossible(names, out, pointer, lose);
  if (names.size > 0) out['required'] = [...names];
}

/** A closed object cannot have members that it does not list. */
function withoutImpossible(
  names: Set<string>,
  out: JsonObject,
  pointer: string,
  lose: SchemaWork['lose'],
): void {
  const { properties, patternProperties } = out;
  if (out['additionalProperties'] !== false || patternProperties !== undefined) return;
  for (const name of names) {
    if (isJsonObject(properties) && Object.hasOwn(properties, name)) continue;
    names.delete(name);
    lose(
      childPointer(pointer, 'required'),
      `"${name}" is required of an object that does not allow it; it is no longer required.`,
    );
  }
}

export function convertDependentRequired({ raw, out, pointer, lose }: SchemaWork): void {
  const value = member(raw, 'dependentRequired');
  if (value === undefined) return;
  if (!isJsonObject(value)) {
    lose(childPointer(pointer, 'dependentRequired'), 'dependentRequired is not an object; it is left out.');
    return;
  }
  const result: JsonObject = {};
  for (const [name, others] of Object.entries(value)) {
    if (Array.isArray(others))
      result[name] = [...new Set(others.filter((other) => typeof other === 'string'))];
  }
  out['dependentRequired'] = result;
}

/** Converts a discriminator. `nameOf` returns the local name of a reference. */
export function convertDiscriminator(
  { raw, out, pointer, lose }: SchemaWork,
  nameOf: (reference: string) => string | undefined,
): void {
  const value = member(raw, 'discriminator');
  if (value === undefined) return;
  const at = childPointer(pointer, 'discriminator');
  const propertyName = typeof value === 'string' ? value : member(value, 'propertyName');
  if (typeof propertyName !== 'string') {
    lose(at, 'The discriminator has no property name; it is left out.');
    return;
  }
  const branches = [out['oneOf'], out['anyOf']].flatMap((list) => (Array.isArray(list) ? list : []));
  const offered = new Set(branches.flatMap((branch) => (isJsonObject(branch) ? [branch['$ref']] : [])));
  const mapping: JsonObject = {};
  for (const [key, target] of Object.entries(mappingOf(value))) {
    const name = typeof target === 'string' ? nameOf(target) : undefined;
    const reference = name === undefined ? undefined : `#/$defs/${name}`;
    if (reference !== undefined && offered.has(reference)) mapping[key] = reference;
    else
      lose(
        childPointer(at, 'mapping', key),
        `The subtype "${key}" is not among the alternatives offered here.`,
      );
  }
  out['discriminator'] = { propertyName, ...(Object.keys(mapping).length > 0 ? { mapping } : {}) };
}

function mappingOf(discriminator: JsonValue): JsonObject {
  const mapping = member(discriminator, 'mapping');
  return isJsonObject(mapping) ? mapping : {};
}

export const numbers = new Set(['multipleOf', 'maximum', 'minimum']);
export const counts = new Set([
  'maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties', 'maxContains', 'minContains',
]); // biome-ignore format: a list of words
export const texts = new Set([
  'title',
  'description',
  '$comment',
  'format',
  'contentEncoding',
  'contentMediaType',
]);
export const flags = new Set(['uniqueItems', 'deprecated', 'readOnly', 'writeOnly']);
export const schemas = new Set([
  'contains', 'propertyNames', 'additionalProperties', 'unevaluatedItems', 'unevaluatedProperties', 'contentSchema',
]); // biome-ignore format: a list of words
export const schemasInPlace = new Set(['not', 'if', 'then', 'else']);
export const listsInPlace = new Set(['allOf', 'anyOf', 'oneOf']);
/** Keywords that name places or dialects. References are rewritten, so they are not needed. */
export const naming = new Set([
  '$id', 'id', '$schema', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$vocabulary', '$defs', 'definitions', 'components',
]); // biome-ignore format: a list of words
/** Read after the others, because they depend on each other. */
export const together = new Set([
  'type', 'enum', 'const', 'default', 'example', 'examples', 'nullable', 'x-nullable', 'required', 'items', 'prefixItems',
  'additionalItems', 'exclusiveMinimum', 'exclusiveMaximum', 'discriminator', '$ref', '$dynamicRef', '$recursiveRef',
  'collectionFormat', 'allowEmptyValue', 'dependentRequired', ...enumMeaningKeywords,
]); // biome-ignore format: a list of words
/** Keywords beside a `$ref` of OpenAPI 2.0 and 3.0 that do not restrict values. */
export const besideReference = new Set([
  'title',
  'description',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
]);
/** Example values beside a `$ref`, in any version. */
export const offers = new Set(['$ref', 'default', 'example', 'examples']);

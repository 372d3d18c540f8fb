import { isJsonObject, type JsonObject } from '../json/json.ts';
import { childPointer, member } from './pointer.ts';
import type { SchemaWork } from './schema-work.ts';

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

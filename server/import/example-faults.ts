import type { InputShape } from '../../lib/input-shape.ts';
import { isJsonObject, type JsonObject } from '../../lib/json.ts';
import { own } from '../../lib/schema-references.ts';
import type { InputValidators } from '../../lib/validator.ts';
import { childPointer } from './pointer.ts';

/**
 * What is wrong with an example as a whole: with each field by itself, whose validator is there already, and with what
 * is missing. A validator of the whole would be compiled for one question, and compares each two of its fields.
 */
export function exampleFaults(
  { schema }: InputShape,
  { fields }: InputValidators,
  example: JsonObject,
): { pointer: string; detail: string }[] {
  const dependent = isJsonObject(schema['dependentRequired']) ? schema['dependentRequired'] : {};
  const missing = new Map<string, string>();
  for (const name of names(schema['required'])) missing.set(name, 'is required');
  for (const given of Object.keys(example))
    for (const name of names(own(dependent, given))) missing.set(name, `is required when ${given} is given`);
  const invalid = Object.entries(example).flatMap(([name, value]) =>
    (fields.get(name)?.(value) ?? []).map(({ pointer, detail }) => ({
      pointer: childPointer('', name) + pointer,
      detail,
    })),
  );
  const absent = [...missing].filter(([name]) => !Object.hasOwn(example, name));
  return [...invalid, ...absent.map(([name, detail]) => ({ pointer: childPointer('', name), detail }))];
}

function names(value: JsonObject[string] | undefined): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

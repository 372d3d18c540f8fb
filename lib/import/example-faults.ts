import type { InputShape } from '../operation/input-shape.ts';
import type { JsonObject } from '../json/json.ts';
import type { InputValidators } from '../validation/validator.ts';
import { childPointer } from './pointer.ts';

/**
 * What is wrong with an example as a whole: with each field by itself, whose validator is there already, and with what
 * is missing. A validator of the whole would be compiled for one question, and compares each two of its fields.
 */
export function exampleFaults(
  shape: InputShape,
  { fields }: InputValidators,
  example: JsonObject,
): { pointer: string; detail: string }[] {
  const hasBody = shape.fields.some((field) => field.in === 'body' && Object.hasOwn(example, field.name));
  const missing = shape.fields.filter(
    ({ name, required, requiredInBody }) =>
      (required || (hasBody && requiredInBody)) && !Object.hasOwn(example, name),
  );
  const invalid = Object.entries(example).flatMap(([name, value]) =>
    (fields.get(name)?.(value) ?? []).map(({ pointer, detail }) => ({
      pointer: childPointer('', name) + pointer,
      detail,
    })),
  );
  return [
    ...invalid,
    ...missing.map(({ name }) => ({ pointer: childPointer('', name), detail: 'is required' })),
  ];
}

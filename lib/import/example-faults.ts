import type { InputShape } from '../operation/input-shape.ts';
import type { JsonObject } from '../json/json.ts';
import type { InputValidators } from '../validation/validator.ts';
import { childPointer } from './pointer.ts';

/**
 * The faults of a whole example: those of each field, and missing fields. Field validators already exist; a validator
 * for the whole would have to be compiled for this one check.
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

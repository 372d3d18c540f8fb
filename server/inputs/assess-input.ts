import type { InputField } from '../../lib/operation/input-shape.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type { QuoteFault } from '../../lib/product/quote-result.ts';
import { type UnknownField, unknownFieldDetail } from '../../lib/validation/unknown-fields.ts';
import { type InlineWork, Work } from '../../lib/validation/work.ts';
import { isTooComplex } from '../../lib/validation/validator.ts';
import type { CompiledVersion } from '../products/compiled-version.ts';

/** An input as its template reads it, with the faults for which a call would be refused. */
export interface AssessedInput {
  /** The known fields with defaults. Invalid fields have their example. */
  input: JsonObject;
  /** Fields without a usable value. The price assumes the most expensive one. */
  holes: InputField[];
  missing: QuoteFault[];
  invalid: QuoteFault[];
  /** Fields that the template does not know: a call is made without them, unless it is strict. */
  ignored: UnknownField[];
  /** The check exceeded its budget, so the other members mean nothing. */
  isTooComplex?: true;
}

/** With the work of the main thread, throws an InlineLimit when it is exceeded. */
export function assessInput(
  { shape, validators }: Pick<CompiledVersion, 'shape' | 'validators'>,
  given: JsonObject,
  inline?: InlineWork,
): AssessedInput {
  const closed = shape.schema['additionalProperties'] === false;
  const unknown = validators.unknown(given);
  const refused = closed ? unknown.filter(({ pointer }) => pointer.lastIndexOf('/') === 0) : [];
  const assessed: AssessedInput = {
    input: {},
    holes: [],
    missing: [],
    invalid: refused.map((field) => ({ pointer: field.pointer, detail: unknownFieldDetail(field) })),
    ignored: refused.length === 0 ? unknown : unknown.filter((field) => !refused.includes(field)),
  };
  for (const field of shape.fields) {
    const value = Object.hasOwn(given, field.name) ? given[field.name] : field.default;
    if (value !== undefined) assessed.input[field.name] = value;
  }
  // Most inputs are valid, and a verdict is cheap.
  const verdict = validators.verdict(assessed.input, inline);
  if (verdict === 'invalid') setWrongAside(assessed, shape.fields, validators, inline ?? new Work());
  if (verdict === 'too-complex') assessed.isTooComplex = true;
  return assessed;
}

/** Replaces each invalid or missing field by its example, or leaves a hole. */
function setWrongAside(
  assessed: AssessedInput,
  fields: InputField[],
  validators: CompiledVersion['validators'],
  work: Work,
): void {
  for (const field of fields) {
    const value = assessed.input[field.name];
    const faults = value === undefined ? [] : (validators.fields.get(field.name)?.(value, work) ?? []);
    if (isTooComplex(faults)) {
      assessed.isTooComplex = true;
      return;
    }
    if (faults.length > 0) {
      delete assessed.input[field.name];
      assessed.holes.push(field);
      for (const { pointer, detail } of faults)
        assessed.invalid.push({ pointer: pointerTo(field.name) + pointer, detail });
    }
    if (value === undefined && field.required) fillMissing(assessed, field, 'is required');
  }
  if (assessed.missing.length > 0 || assessed.invalid.length > 0) return;
  // Other faults concern the whole input: a field may be required because of another one.
  const faults = validators.input(assessed.input, work);
  if (isTooComplex(faults)) {
    assessed.isTooComplex = true;
    return;
  }
  for (const fault of faults) {
    const absent = fields.find(
      ({ name }) => fault.pointer === pointerTo(name) && !Object.hasOwn(assessed.input, name),
    );
    if (absent) fillMissing(assessed, absent, fault.detail);
    else assessed.invalid.push(fault);
  }
}

function fillMissing(assessed: AssessedInput, field: InputField, detail: string): void {
  assessed.missing.push({ pointer: pointerTo(field.name), detail });
  if (field.example === undefined) assessed.holes.push(field);
  else assessed.input[field.name] = field.example;
}

function pointerTo(key: string): string {
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

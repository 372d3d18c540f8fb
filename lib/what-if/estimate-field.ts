import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { boundsWithin, type Hole, openFields, worstPrice } from '../price/bounds.ts';
import type { PriceProgram } from '../price/compile-price.ts';
import { evaluatePrice } from '../price/evaluate.ts';
import type { Possible } from '../price/possible.ts';
import type { RequestField } from '../operation/request-fields.ts';

/** The current input of a form, and the faults of its estimate. */
export interface Situation {
  program: PriceProgram;
  fields: readonly RequestField[];
  input: JsonObject;
  /** Names of the fields with invalid values. */
  invalid: ReadonlySet<string>;
  /** Names of missing fields, required always or by others. */
  missing: ReadonlySet<string>;
}

/** A change of a field: a value, no value, or any of several values, of which the most expensive counts. */
export type FieldChange = { value: JsonValue } | { leftOut: true } | { possible: Possible };

/** The estimate with one field changed; undefined if that input has no price. */
export type FieldEstimate = (change: FieldChange) => Estimated | undefined;

export interface Estimated {
  credits: number;
  /** Whether some of the values cost less. */
  atMost: boolean;
}

/** The estimate of the current input. */
export function estimateInput(situation: Situation): number | undefined {
  return estimated(situation.program, assess(situation, situation.fields))?.credits;
}

export function estimateField(situation: Situation, field: RequestField): FieldEstimate {
  const { program, fields } = situation;
  const others = assess(
    situation,
    fields.filter(({ name }) => name !== field.name),
  );
  return (change) => {
    if ('value' in change)
      return estimated(program, { ...others, input: { ...others.input, [field.name]: change.value } });
    if ('possible' in change) return estimatedWithin(program, others, field.name, change.possible);
    const alone = assess({ ...situation, input: {}, invalid: new Set() }, [field]);
    return estimated(program, {
      input: { ...others.input, ...alone.input },
      holes: [...others.holes, ...alone.holes],
    });
  };
}

/** The input to price: defaults filled in, missing fields as examples, and invalid ones left out. */
export interface Assessed {
  input: JsonObject;
  holes: Hole[];
}

/** The server's rules for reading an input, without validation, whose result is in the situation. */
export function assess(
  { input, invalid, missing }: Pick<Situation, 'input' | 'invalid' | 'missing'>,
  fields: readonly RequestField[],
): Assessed {
  const assessed: Assessed = { input: {}, holes: [] };
  for (const field of fields) {
    const { name, required } = field;
    const isWrong = invalid.has(name);
    const given = Object.hasOwn(input, name) ? input[name] : valueWithout(field, missing);
    const value = isWrong ? undefined : given;
    if (value !== undefined) assessed.input[name] = value;
    else if (isWrong || required || missing.has(name)) assessed.holes.push(holeOf(field));
  }
  return assessed;
}

function valueWithout(field: RequestField, missing: ReadonlySet<string>): JsonValue | undefined {
  if (field.default !== undefined) return field.default;
  return field.required || missing.has(field.name) ? field.example : undefined;
}

function holeOf({ name, schema, required, default: fallback }: RequestField): Hole {
  return { name, schema, optional: !required && fallback === undefined };
}

function estimated(program: PriceProgram, { input, holes }: Assessed): Estimated | undefined {
  if (holes.length > 0) return { credits: worstPrice(program, input, holes), atMost: false };
  const evaluation = evaluatePrice(program, { input });
  return evaluation.ok ? { credits: evaluation.credits, atMost: false } : undefined;
}

function estimatedWithin(
  program: PriceProgram,
  { input, holes }: Assessed,
  name: string,
  possible: Possible,
): Estimated | undefined {
  const open = new Map([[name, possible], ...openFields(holes)]);
  const bounds = boundsWithin(program, { input, open });
  return bounds && { credits: bounds.to, atMost: bounds.from < bounds.to };
}

/** The fields of a list of faults: the first segment of each pointer. */
export function faultyNames(faults: readonly { pointer: string }[]): ReadonlySet<string> {
  const names = faults.map(({ pointer }) => pointer.split('/')[1] ?? '');
  return new Set(names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')));
}

/** Whether a field holds a file as base64. */
export function isFileField({ schema }: RequestField): boolean {
  if (!isJsonObject(schema)) return false;
  return (
    schema['format'] === 'binary' ||
    schema['format'] === 'byte' ||
    schema['contentEncoding'] === 'base64' ||
    schema['contentMediaType'] !== undefined
  );
}

import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { boundsWithin } from '../../price/bounds.ts';
import type { PriceProgram } from '../../price/compile-price.ts';
import { evaluatePrice } from '../../price/evaluate.ts';
import { maybeAbsent, type Possible } from '../../price/possible.ts';
import { type Hole, possibleField, worstPrice } from '../../price/worst-value.ts';
import type { RequestField } from '../../operation/request-fields.ts';

/** An input as it stands in a form, and what the estimate found fault with. */
export interface Situation {
  program: PriceProgram;
  fields: readonly RequestField[];
  input: JsonObject;
  /** Names of the fields whose value the estimate does not take. */
  invalid: ReadonlySet<string>;
  /** Names of the fields that it misses: those that are always required, and those that others require. */
  missing: ReadonlySet<string>;
}

/** What a field might be instead: a value, left out, or any of some values, of which the dearest counts. */
export type FieldChange = { value: JsonValue } | { leftOut: true } | { possible: Possible };

/** What the estimate would say with one field changed; undefined where that input has no price. */
export type FieldEstimate = (change: FieldChange) => Estimated | undefined;

export interface Estimated {
  credits: number;
  /** Some of the values that a change stands for cost less. */
  atMost: boolean;
}

/** What the estimate says of the input as it is. */
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

/** The input that is priced: defaults filled in, what is missing as its example, what has no value a hole. */
export interface Assessed {
  input: JsonObject;
  holes: Hole[];
}

/** The rules by which the server reads an input, but for the validation, whose findings the situation has. */
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
  if (holes.length > 0) return { credits: worstPrice(program, input, holes).credits, atMost: false };
  const evaluation = evaluatePrice(program, { input });
  return evaluation.ok ? { credits: evaluation.credits, atMost: false } : undefined;
}

function estimatedWithin(
  program: PriceProgram,
  { input, holes }: Assessed,
  name: string,
  possible: Possible,
): Estimated | undefined {
  const open = new Map([[name, possible]]);
  for (const hole of holes) {
    const whatever = possibleField(hole.schema);
    open.set(hole.name, hole.optional ? maybeAbsent(whatever) : whatever);
  }
  const bounds = boundsWithin(program, { input, open });
  return bounds && { credits: bounds.to, atMost: bounds.from < bounds.to };
}

/** The fields that a list of faults is about: the first part of each pointer. */
export function faultyNames(faults: readonly { pointer: string }[]): ReadonlySet<string> {
  const names = faults.map(({ pointer }) => pointer.split('/')[1] ?? '');
  return new Set(names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')));
}

/** Whether a field holds a file, as base64 text. */
export function isFileField({ schema }: RequestField): boolean {
  if (!isJsonObject(schema)) return false;
  return (
    schema['format'] === 'binary' ||
    schema['format'] === 'byte' ||
    schema['contentEncoding'] === 'base64' ||
    schema['contentMediaType'] !== undefined
  );
}

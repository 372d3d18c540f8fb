import type { JsonObject, JsonValue } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import { boundsWithin } from '../price/bounds.ts';
import type { PriceProgram } from '../price/compile-price.ts';
import { flatSchema } from '../schema/flat-schema.ts';
import type { FlatSchema } from '../schema/schema-node.ts';
import { schemaNode } from '../schema/schema-graph.ts';
import { exactMicros, microsPerUnit } from '../price/decimal.ts';
import { evaluatePrice } from '../price/evaluate.ts';
import { type Interval, neverValue, type Possible, possibleNumber } from '../price/possible.ts';
import { possibleBySchema } from '../price/schema-possible.ts';

/**
 * The largest value of a field that some credits buy, with the rest of the input unchanged. `number` and `length`:
 * `most` is the largest value, or length with any content, at that price; null if even the smallest costs more, or if
 * there is no limit (`unlimited`). `exact` is false only if the search gave up: `most` is then affordable, and the
 * largest if the price rises with the field.
 */
export type MostFor =
  | { kind: 'number' | 'length'; most: number | null; unlimited: boolean; exact: boolean }
  | { kind: 'values'; values: JsonValue[] }
  | { kind: 'none' };

export function mostFor(
  program: PriceProgram,
  input: JsonObject,
  field: string,
  fieldSchema: Schema,
  credits: number,
): MostFor {
  const flat = flatSchema(schemaNode(fieldSchema));
  const affordable = (value: JsonValue) => {
    const evaluation = evaluatePrice(program, { input: { ...input, [field]: value } });
    return evaluation.ok && evaluation.credits <= credits;
  };
  const listed = flat && listedValues(flat);
  if (listed) return { kind: 'values', values: listed.filter(affordable) };
  const bounds = (possible: Possible) => boundsWithin(program, { input, open: new Map([[field, possible]]) });
  const search = (domain: Domain | undefined, kind: 'number' | 'length'): MostFor => {
    if (!domain) return { kind: 'none' };
    const endless = domain.unlimited && credits >= program.price.maximum;
    if (endless) return { kind, most: null, unlimited: true, exact: true };
    const found = greatest(domain, credits, bounds, affordable);
    const unlimited = domain.unlimited && found.at === domain.to;
    return {
      kind,
      most: found.at === null || unlimited ? null : domain.value(found.at),
      unlimited,
      exact: found.exact,
    };
  };
  const possible = possibleBySchema(fieldSchema);
  if (possible.number) return search(numberDomain(flat, possible.number), 'number');
  if (possible.text ?? possible.list) return search(lengthDomain(possible), 'length');
  return { kind: 'none' };
}

/** The values of a field in ascending order, by position, with the range between two of them. */
interface Domain {
  from: bigint;
  to: bigint;
  /** The schema has no maximum. */
  unlimited: boolean;
  value: (at: bigint) => number;
  between: (from: bigint, to: bigint) => Possible;
  /** Whether a position stands for one value, which can be priced directly. */
  single: boolean;
}

/** Each takes microseconds. A monotone price needs about a hundred. */
const maximumSteps = 1_000;

/**
 * Searches the upper half first, and skips ranges in which nothing is affordable. A range that is affordable as a whole
 * ends the search at its end. So the first result is the largest, even if the price falls on the way.
 */
function greatest(
  domain: Domain,
  credits: number,
  bounds: (possible: Possible) => { from: number; to: number } | undefined,
  affordable: (value: JsonValue) => boolean,
): { at: bigint | null; exact: boolean } {
  const suits = (at: bigint) =>
    domain.single
      ? affordable(domain.value(at))
      : (bounds(domain.between(at, at))?.to ?? Infinity) <= credits;
  const waiting = [{ from: domain.from, to: domain.to }];
  for (let step = 0; step < maximumSteps; step += 1) {
    const range = waiting.pop();
    if (!range) return { at: null, exact: true };
    const { from, to } = range;
    const price = from <= to ? bounds(domain.between(from, to)) : undefined;
    if (!price || price.from > credits) continue;
    if ((price.to <= credits || from === to) && suits(to)) return { at: to, exact: true };
    if (from === to) continue;
    const middle = floorHalf(from + to);
    waiting.push({ from, to: middle }, { from: middle + 1n, to });
  }
  return { at: probed(domain, suits), exact: false };
}

/** The largest affordable value if the price rises with the field, by binary search. */
function probed({ from, to }: Domain, suits: (at: bigint) => boolean): bigint | null {
  if (!suits(from)) return null;
  let [low, high] = [from, to];
  while (low < high) {
    const middle = floorHalf(low + high + 1n);
    if (suits(middle)) low = middle;
    else high = middle - 1n;
  }
  return low;
}

function floorHalf(sum: bigint): bigint {
  return sum >= 0n ? sum / 2n : -((1n - sum) / 2n);
}

/** A number without `multipleOf` has six decimals while it is small, and none beyond. */
const fineLimit = 1_000_000_000;

function numberDomain(flat: FlatSchema | undefined, { from, to }: Interval): Domain | undefined {
  const [least, most] = [Math.max(from, -Number.MAX_SAFE_INTEGER), Math.min(to, Number.MAX_SAFE_INTEGER)];
  const { typeNames = [], number: rules } = flat ?? {};
  const integer = typeNames.length > 0 && !typeNames.includes('number');
  const multiple = rules?.multipleOf === undefined ? undefined : exactMicros(rules.multipleOf);
  if (rules?.multipleOf !== undefined && !multiple) return undefined;
  const fine = Math.abs(least) <= fineLimit && Math.abs(most) <= fineLimit;
  const free = integer || !fine ? microsPerUnit : 1n;
  const step = multiple ? (integer ? leastCommonMultiple(multiple, microsPerUnit) : multiple) : free;
  const value = (at: bigint) => fromMicros(at * step);
  const allowed = (number: number) =>
    least <= number &&
    number <= most &&
    number !== rules?.exclusiveMinimum &&
    number !== rules?.exclusiveMaximum;
  let first = nearMicros(least) / step - 1n;
  let last = nearMicros(most) / step + 1n;
  while (first <= last && !allowed(value(first))) first += 1n;
  while (last >= first && !allowed(value(last))) last -= 1n;
  return {
    from: first,
    to: last,
    unlimited: to > Number.MAX_SAFE_INTEGER,
    value,
    between: (low, high) => possibleNumber({ from: value(low), to: value(high) }),
    single: true,
  };
}

function lengthDomain({ text, list }: Possible): Domain | undefined {
  const size = text ?? list?.size;
  if (!size) return undefined;
  const between = (low: bigint, high: bigint): Possible => {
    const length = { from: Number(low), to: Number(high) };
    return text
      ? { ...neverValue, text: length }
      : list
        ? { ...neverValue, list: { ...list, size: length } }
        : neverValue;
  };
  return {
    from: BigInt(Math.ceil(size.from)),
    to: BigInt(Math.floor(Math.min(size.to, Number.MAX_SAFE_INTEGER))),
    unlimited: size.to > Number.MAX_SAFE_INTEGER,
    value: Number,
    between,
    single: false,
  };
}

function nearMicros(value: number): bigint {
  const whole = Math.floor(value);
  return BigInt(whole) * microsPerUnit + BigInt(Math.round((value - whole) * 1_000_000));
}

/** The double that JSON reads for this decimal. */
function fromMicros(micros: bigint): number {
  return micros % microsPerUnit === 0n ? Number(micros / microsPerUnit) : Number(micros) / 1_000_000;
}

function leastCommonMultiple(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other];
  while (b > 0n) [a, b] = [b, a % b];
  return (one / a) * other;
}

function listedValues({ choices, typeNames }: FlatSchema): JsonValue[] | undefined {
  return choices?.values ?? (typeNames.join() === 'boolean' ? [false, true] : undefined);
}

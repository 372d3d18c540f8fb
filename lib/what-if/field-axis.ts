import type { JsonValue } from '../json/json.ts';
import { flatSchema } from '../schema/flat-schema.ts';
import { schemaNode } from '../schema/schema-graph.ts';
import { codePoints } from '../price/formula/functions.ts';
import { type Interval, neverValue, type Possible, point } from '../price/possible.ts';
import { possibleBySchema } from '../price/schema-possible.ts';
import type { RequestField } from '../operation/request-fields.ts';
import { type FieldChange, type FieldEstimate, isFileField } from './estimate-field.ts';

/** The values of a field along an axis. */
export type FieldAxis = RangeAxis | ChoiceAxis;

/** Numbers or lengths at the positions 0 to `last`. */
export interface RangeAxis {
  kind: 'number' | 'characters' | 'items' | 'bytes';
  last: number;
  valueAt: (position: number) => number;
  /** The position of the current value; undefined if it has none. */
  positionOf: (value: JsonValue | undefined) => number | undefined;
  changeAt: (position: number) => FieldChange;
}

export interface ChoiceAxis {
  kind: 'choice';
  choices: Choice[];
}

export interface Choice {
  /** A value, no value, or any value where all cost the same. */
  is: { value: JsonValue } | 'left out' | 'given';
  change: FieldChange;
}

/** Longer choices are not plotted. */
const maximumChoices = 60;

/** Undefined for a field without numbers, choices or a length. */
export function fieldAxis(field: RequestField, estimate: FieldEstimate): FieldAxis | undefined {
  const values = field.enum ?? booleans(field);
  const leftOut: Choice[] =
    field.required || field.default !== undefined ? [] : [{ is: 'left out', change: { leftOut: true } }];
  if (values) {
    const choices = values.slice(0, maximumChoices).map((value) => ({ is: { value }, change: { value } }));
    return { kind: 'choice', choices: [...leftOut, ...choices] };
  }
  const possible = possibleBySchema(field.schema);
  const range = possible.number
    ? numberAxis(field, possible.number, estimate)
    : lengthAxis(field, possible, estimate);
  if (range && changesPrice(range, estimate)) return range;
  const none: Choice[] = possible.values.includes(null)
    ? [{ is: { value: null }, change: { value: null } }]
    : [];
  const given: Choice = {
    is: 'given',
    change: { possible: { ...possible, values: possible.values.filter((value) => value !== null) } },
  };
  const choices: ChoiceAxis = { kind: 'choice', choices: [...leftOut, ...none, given] };
  return choices.choices.length > 1 && (changesPrice(choices, estimate) || !range) ? choices : range;
}

/** Whether some samples show a change of the price along the axis. */
export function changesPrice(axis: FieldAxis, estimate: FieldEstimate): boolean {
  const costs = new Set(looksAlong(axis).map((change) => estimate(change)?.credits));
  return costs.size > 1;
}

/** Whether the price depends on more than the position. */
export function isAtMost(axis: FieldAxis, estimate: FieldEstimate): boolean {
  return looksAlong(axis).some((change) => estimate(change)?.atMost);
}

function looksAlong(axis: FieldAxis): FieldChange[] {
  if (axis.kind === 'choice') return axis.choices.map(({ change }) => change);
  const { last, changeAt } = axis;
  const even = Array.from({ length: 33 }, (_, index) => Math.round((last * index) / 32));
  return [...new Set([0, 1, ...even])].map(changeAt);
}

function booleans({ type }: RequestField): JsonValue[] | undefined {
  if (type === 'boolean') return [false, true];
  return type === 'boolean|null' || type === 'null|boolean' ? [false, true, null] : undefined;
}

/** The end of the axis for a schema without a maximum. */
const farPosition = 2 ** 30;
/** Positions for a number that need not be an integer. */
const fractions = 400;

function numberAxis(field: RequestField, interval: Interval, estimate: FieldEstimate): RangeAxis | undefined {
  const rules = flatSchema(schemaNode(field.schema))?.number;
  const isWhole = !field.type.includes('number');
  const from = interval.from < -farPosition ? Math.min(0, interval.to) : interval.from;
  const priceOf = (value: number) => estimate({ value })?.credits;
  const to = interval.to > farPosition ? endOf(from, priceOf) : interval.to;
  const step = rules?.multipleOf ?? (isWhole ? 1 : roundStep((to - from) / fractions));
  const first = sixDecimals(Math.ceil(sixDecimals(from / step)) * step);
  const start = first === rules?.exclusiveMinimum ? first + step : first;
  const steps = Math.floor(sixDecimals((to - start) / step));
  const valueAt = (position: number) => sixDecimals(start + position * step);
  const last = valueAt(steps) === rules?.exclusiveMaximum ? steps - 1 : steps;
  if (last < 1) return undefined;
  return {
    kind: 'number',
    last,
    valueAt,
    positionOf: (value) =>
      typeof value === 'number' ? within(Math.round((value - start) / step), last) : undefined,
    changeAt: (position) => ({ value: valueAt(position) }),
  };
}

function lengthAxis(
  field: RequestField,
  { text, list }: Possible,
  estimate: FieldEstimate,
): RangeAxis | undefined {
  const size = text ?? list?.size;
  if (!size) return undefined;
  const changeTo = (length: number): FieldChange => ({
    possible: text
      ? { ...neverValue, text: point(length) }
      : { ...neverValue, ...(list && { list: { ...list, size: point(length) } }) },
  });
  const start = Math.ceil(size.from);
  const end =
    size.to > farPosition
      ? endOf(start, (length) => estimate(changeTo(length))?.credits)
      : Math.floor(size.to);
  if (end <= start) return undefined;
  return {
    kind: list ? 'items' : isFileField(field) ? 'bytes' : 'characters',
    last: end - start,
    valueAt: (position) => start + position,
    positionOf: (value) => {
      if (typeof value === 'string') return within(codePoints(value) - start, end - start);
      return Array.isArray(value) ? within(value.length - start, end - start) : undefined;
    },
    changeAt: (position) => changeTo(start + position),
  };
}

function within(position: number, last: number): number | undefined {
  return position >= 0 && position <= last ? position : undefined;
}

/** A little beyond the last change of the price; a price that never changes is shown up to a hundred. */
function endOf(from: number, priceOf: (value: number) => number | undefined): number {
  const far = priceOf(farPosition);
  if (priceOf(Math.ceil(from)) === far) return from + 100;
  let [low, high] = [Math.ceil(from), farPosition];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (priceOf(middle) === far) high = middle;
    else low = middle;
  }
  return Math.min(farPosition, roundUp(from + (high - from) * 1.15));
}

function roundUp(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.ceil(value / unit) * unit;
}

/** The next of 1, 2, 5, 10, … that is not smaller. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(step, 1e-6)));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= step) ?? 10;
  return sixDecimals(factor * power);
}

function sixDecimals(value: number): number {
  return Math.abs(value) > 1e9 ? value : Math.round(value * 1e6) / 1e6;
}

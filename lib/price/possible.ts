import { codePoints } from './formula/functions.ts';

/** Both ends are included. Without a limit, the end is the greatest double. */
export interface Interval {
  from: number;
  to: number;
}

/** A superset of the possible values, by type. Without failures, because a failure is no price. */
export interface Possible {
  /** It may be absent; for an expression, it may fail because of something absent. */
  absent: boolean;
  null: boolean;
  true: boolean;
  false: boolean;
  number?: Interval;
  text?: PossibleText;
  list?: PossibleList;
  object?: PossibleObject;
}

export interface PossibleText {
  length: Interval;
  /** All possible strings, if they are few. */
  exact?: readonly string[];
}

export interface PossibleList {
  size: Interval;
  item: () => Possible;
}

export interface PossibleObject {
  size: Interval;
  field: (name: string) => Possible;
  /** The union of all fields. */
  any: () => Possible;
}

export const neverValue: Possible = { absent: false, null: false, true: false, false: false };
export const absentValue: Possible = { ...neverValue, absent: true };
export const unlimited: Interval = { from: -Number.MAX_VALUE, to: Number.MAX_VALUE };
export const anySize: Interval = { from: 0, to: Number.MAX_VALUE };
export const anyValue: Possible = {
  absent: false,
  null: true,
  true: true,
  false: true,
  number: unlimited,
  text: { length: anySize },
  list: { size: anySize, item: () => anyValue },
  object: { size: anySize, field: () => maybeAbsent(anyValue), any: () => anyValue },
};

export function possibleNumber(interval: Interval | undefined): Possible {
  return interval && interval.from <= interval.to ? { ...neverValue, number: interval } : neverValue;
}

export function possibleTruth(yes: boolean, no: boolean): Possible {
  return { ...neverValue, true: yes, false: no };
}

export function exactText(values: readonly string[]): PossibleText {
  const lengths = values.map(codePoints);
  return { length: { from: leastOf(lengths), to: greatestOf(lengths) }, exact: values };
}

export function maybeAbsent(possible: Possible): Possible {
  return { ...possible, absent: true };
}

export function present(possible: Possible): Possible {
  return { ...possible, absent: false };
}

/** Whether there is any possible value besides being absent. */
export function mayExist({
  null: nothing,
  true: yes,
  false: no,
  number,
  text,
  list,
  object,
}: Possible): boolean {
  return nothing || yes || no || Boolean(number ?? text ?? list ?? object);
}

/** Joins by halves, so that the depth is logarithmic. */
export function joinAll(all: readonly Possible[]): Possible {
  const [first] = all;
  if (first === undefined || all.length < 2) return first ?? neverValue;
  const middle = all.length >> 1;
  return join(joinAll(all.slice(0, middle)), joinAll(all.slice(middle)));
}

export function join(one: Possible, other: Possible): Possible {
  const number = either(one.number, other.number, hull);
  const text = either(one.text, other.text, joinText);
  const list = either(one.list, other.list, (left, right) =>
    rememberedList({
      size: hull(left.size, right.size),
      item: () => join(left.item(), right.item()),
    }),
  );
  const object = either(one.object, other.object, (left, right) =>
    rememberedObject({
      size: hull(left.size, right.size),
      field: (name) => join(left.field(name), right.field(name)),
      any: () => join(left.any(), right.any()),
    }),
  );
  return {
    absent: one.absent || other.absent,
    null: one.null || other.null,
    true: one.true || other.true,
    false: one.false || other.false,
    ...(number && { number }),
    ...(text && { text }),
    ...(list && { list }),
    ...(object && { object }),
  };
}

/** The intersection of both. */
export function meet(one: Possible, other: Possible): Possible {
  const number = one.number && other.number && overlap(one.number, other.number);
  const text = one.text && other.text && meetText(one.text, other.text);
  const list = one.list && other.list && meetList(one.list, other.list);
  const object = one.object && other.object && meetObject(one.object, other.object);
  return {
    absent: one.absent && other.absent,
    null: one.null && other.null,
    true: one.true && other.true,
    false: one.false && other.false,
    ...(number && { number }),
    ...(text && { text }),
    ...(list && { list }),
    ...(object && { object }),
  };
}

/** Beyond this number, strings are known only by their lengths. */
export const exactStrings = 1_000;

function joinText(one: PossibleText, other: PossibleText): PossibleText {
  const length = hull(one.length, other.length);
  if (!one.exact || !other.exact) return { length };
  const exact = [...new Set([...one.exact, ...other.exact])];
  return exact.length > exactStrings ? { length } : { length, exact };
}

function meetText(one: PossibleText, other: PossibleText): PossibleText | undefined {
  const length = overlap(one.length, other.length);
  if (!length) return undefined;
  const candidates = one.exact ?? other.exact;
  if (!candidates) return { length };
  const others = one.exact && other.exact && new Set(other.exact);
  const exact = candidates.filter(
    (value) => (!others || others.has(value)) && within(codePoints(value), length),
  );
  return exact.length > 0 ? exactText(exact) : undefined;
}

function meetList(one: PossibleList, other: PossibleList): PossibleList | undefined {
  const size = overlap(one.size, other.size);
  return size && rememberedList({ size, item: () => meet(one.item(), other.item()) });
}

function meetObject(one: PossibleObject, other: PossibleObject): PossibleObject | undefined {
  const size = overlap(one.size, other.size);
  return (
    size &&
    rememberedObject({
      size,
      field: (name) => meet(one.field(name), other.field(name)),
      any: () => meet(one.any(), other.any()),
    })
  );
}

/** Remembers the fields: objects that share parts would otherwise compute them twice at each level. */
export function rememberedObject({ size, field, any }: PossibleObject): PossibleObject {
  const fields = new Map<string, Possible>();
  const fieldOnce = (name: string) => {
    const known = fields.get(name) ?? field(name);
    fields.set(name, known);
    return known;
  };
  return { size, field: fieldOnce, any: once(any) };
}

export function rememberedList({ size, item }: PossibleList): PossibleList {
  return { size, item: once(item) };
}

function once(ask: () => Possible): () => Possible {
  let answer: Possible | undefined;
  return () => (answer ??= ask());
}

function either<T>(one: T | undefined, other: T | undefined, both: (one: T, other: T) => T): T | undefined {
  if (one === undefined) return other;
  return other === undefined ? one : both(one, other);
}

export function point(value: number): Interval {
  return { from: value, to: value };
}

export function hull(one: Interval, other: Interval): Interval {
  return { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
}

export function overlap(one: Interval, other: Interval): Interval | undefined {
  const from = Math.max(one.from, other.from);
  const to = Math.min(one.to, other.to);
  return from <= to ? { from, to } : undefined;
}

export function within(value: number, { from, to }: Interval): boolean {
  return from <= value && value <= to;
}

/** Whether two values may be equal, and whether they may differ. */
export function possibleEquality(one: Possible, other: Possible): { yes: boolean; no: boolean } {
  const shared = meet(one, other);
  const yes = mayExist({ ...shared, ...(one.list && other.list && { list: one.list }) });
  const [left, right] = [onlyValue(one), onlyValue(other)];
  return { yes, no: left === undefined || left !== right };
}

/** A text that identifies the value if only one is possible. */
function onlyValue(possible: Possible): string | undefined {
  const { number, text, list, object } = possible;
  const kinds = [possible.null, possible.true, possible.false, number, text, list, object].filter(Boolean);
  if (kinds.length !== 1) return undefined;
  if (possible.null || possible.true) return possible.null ? 'null' : 'true';
  if (possible.false) return 'false';
  if (number) return number.from === number.to ? `number ${number.from + 0}` : undefined;
  return text?.exact?.length === 1 ? `text ${text.exact[0]}` : undefined;
}

export function leastOf(numbers: readonly number[]): number {
  return numbers.reduce((least, value) => Math.min(least, value), Number.MAX_VALUE);
}

export function greatestOf(numbers: readonly number[]): number {
  return numbers.reduce((greatest, value) => Math.max(greatest, value), 0);
}

import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { codePoints } from './formula/functions.ts';
import { spend, type Work } from './work.ts';

/** Both ends are included. Without a limit, the end is the greatest double. */
export interface Interval {
  from: number;
  to: number;
}

/** A superset of the possible values. Without failures, because a failure is no price. */
export interface Possible {
  /** It may be absent; for an expression, it may fail because of something absent. */
  absent: boolean;
  /** Single values, if they are few. Expressions are evaluated for each of them. */
  values: readonly JsonValue[];
  /** Sets of values by type; of strings by their length. */
  number?: Interval;
  text?: Interval;
  list?: PossibleList;
  object?: PossibleObject;
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

export const neverValue: Possible = { absent: false, values: [] };
export const absentValue: Possible = { absent: true, values: [] };
export const unlimited: Interval = { from: -Number.MAX_VALUE, to: Number.MAX_VALUE };
export const anySize: Interval = { from: 0, to: Number.MAX_VALUE };
export const anyValue: Possible = {
  absent: false,
  values: [null, true, false],
  number: unlimited,
  text: anySize,
  list: { size: anySize, item: () => anyValue },
  object: { size: anySize, field: () => maybeAbsent(anyValue), any: () => anyValue },
};

/** Beyond this number, values are known only by their type and size. */
export const maxValues = 1_000;

export function oneOf(values: readonly JsonValue[], work?: Work): Possible {
  if (work) spend(work, values.length);
  return join(neverValue, { absent: false, values }, work);
}

export function possibleNumber(interval: Interval | undefined): Possible {
  if (!interval || interval.from > interval.to) return neverValue;
  return interval.from === interval.to ? oneOf([interval.from]) : { ...neverValue, number: interval };
}

export function possibleTruth(yes: boolean, no: boolean): Possible {
  return { absent: false, values: [...(yes ? [true] : []), ...(no ? [false] : [])] };
}

export function maybeAbsent(possible: Possible): Possible {
  return { ...possible, absent: true };
}

export function present(possible: Possible): Possible {
  return { ...possible, absent: false };
}

/** Whether all possible values are single ones. */
export function isExact({ number, text, list, object }: Possible): boolean {
  return !(number ?? text ?? list ?? object);
}

/** Whether there is any possible value besides being absent. */
export function mayExist(possible: Possible): boolean {
  return possible.values.length > 0 || !isExact(possible);
}

/** Joins by halves, so that the depth is logarithmic. */
export function joinAll(all: readonly Possible[], work?: Work): Possible {
  const [first] = all;
  if (first === undefined || all.length < 2) return first ?? neverValue;
  const middle = all.length >> 1;
  return join(joinAll(all.slice(0, middle), work), joinAll(all.slice(middle), work), work);
}

export function join(one: Possible, other: Possible, work?: Work): Possible {
  const values = [...new Set([...one.values, ...other.values])];
  const number = either(one.number, other.number, hull);
  const text = either(one.text, other.text, hull);
  const list = either(one.list, other.list, (left, right) => ({
    size: hull(left.size, right.size),
    item: once(() => join(left.item(), right.item(), work)),
  }));
  const object = either(one.object, other.object, (left, right) =>
    rememberedObject({
      size: hull(left.size, right.size),
      field: (name) => join(left.field(name), right.field(name), work),
      any: () => join(left.any(), right.any(), work),
    }),
  );
  const joined = {
    absent: one.absent || other.absent,
    values,
    ...(number && { number }),
    ...(text && { text }),
    ...(list && { list }),
    ...(object && { object }),
  };
  return values.length > maxValues ? widened(joined, work) : joined;
}

/** Takes single values into the sets, but for null, true and false. */
export function widened(possible: Possible, work?: Work): Possible {
  const { values, ...sets } = possible;
  if (values.every(isOfFew)) return possible;
  const numbers = values.filter((value) => typeof value === 'number');
  const texts = values.filter((value) => typeof value === 'string');
  const lists = values.filter((value) => Array.isArray(value));
  const objects = values.filter((value) => isJsonObject(value));
  if (work)
    spend(
      work,
      texts.reduce((units, text) => units + text.length / 32, values.length),
    );
  return join(
    { ...sets, values: values.filter(isOfFew) },
    {
      ...neverValue,
      ...(numbers.length > 0 && { number: hullOf(numbers) }),
      ...(texts.length > 0 && { text: hullOf(texts.map(codePoints)) }),
      ...(lists.length > 0 && { list: listAmong(lists, work) }),
      ...(objects.length > 0 && { object: objectAmong(objects, work) }),
    },
    work,
  );
}

function isOfFew(value: JsonValue): boolean {
  return value === null || typeof value === 'boolean';
}

/** More items of a list are not told apart: each line of a price would evaluate its expression for all of them. */
const maxItems = 50;

function listAmong(lists: readonly JsonValue[][], work?: Work): PossibleList {
  const item = once(() => {
    const items = oneOf(lists.flat(), work);
    return items.values.length > maxItems ? widened(items, work) : items;
  });
  return { size: hullOf(lists.map(({ length }) => length)), item };
}

function objectAmong(objects: readonly JsonObject[], work?: Work): PossibleObject {
  const sizes = objects.map((object) => Object.keys(object).length);
  if (work)
    spend(
      work,
      sizes.reduce((sum, size) => sum + size, 0),
    );
  return rememberedObject({
    size: hullOf(sizes),
    field: (name) => {
      const values = objects.flatMap((object) => (Object.hasOwn(object, name) ? [object[name] ?? null] : []));
      if (work) spend(work, objects.length);
      return { ...oneOf(values, work), absent: values.length < objects.length };
    },
    any: () =>
      oneOf(
        objects.flatMap((object) => Object.values(object)),
        work,
      ),
  });
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

export function once(ask: () => Possible): () => Possible {
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

function hullOf(numbers: readonly number[]): Interval {
  return numbers.map(point).reduce(hull);
}

export function overlap(one: Interval, other: Interval): Interval | undefined {
  const from = Math.max(one.from, other.from);
  const to = Math.min(one.to, other.to);
  return from <= to ? { from, to } : undefined;
}

export function within(value: number, { from, to }: Interval): boolean {
  return from <= value && value <= to;
}

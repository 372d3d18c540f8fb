import type { JsonObject, JsonValue } from '../json/json.ts';
import {
  anyValue,
  exactStrings,
  exactText,
  greatestOf,
  hull,
  type Interval,
  leastOf,
  maybeAbsent,
  neverValue,
  type Possible,
  type PossibleList,
  type PossibleObject,
  type PossibleText,
  point,
  rememberedList,
  rememberedObject,
} from './possible.ts';
import { spend, type Work } from './work.ts';

/** Further lists and objects count as any value. */
const nestedValues = 200;

/** Exactly this value. Reading a caller's value may take long and counts as `work`. */
export function possibleValue(value: JsonValue, work?: Work): Possible {
  return possibleAmong([value], work);
}

/** One of several values. A single pass reads them all, because a list may have thousands of items. */
function possibleAmong(values: readonly JsonValue[], work?: Work): Possible {
  if (work) spend(work, values.length);
  const lists: JsonValue[][] = [];
  const objects: JsonObject[] = [];
  const texts: string[] = [];
  const possible = { ...neverValue };
  let number: Interval | undefined;
  for (const value of values) {
    if (typeof value === 'number') number = number ? hull(number, point(value)) : point(value);
    else if (typeof value === 'string') texts.push(value);
    else if (value === null) possible.null = true;
    else if (typeof value === 'boolean') possible[value ? 'true' : 'false'] = true;
    else if (Array.isArray(value)) lists.push(value);
    else objects.push(value);
  }
  if (number) possible.number = number;
  if (texts.length > 0) possible.text = textAmong(texts, work);
  if (lists.length > 0) possible.list = listAmong(lists, work);
  if (objects.length > 0) possible.object = objectAmong(objects, work);
  return possible;
}

function textAmong(texts: readonly string[], work?: Work): PossibleText {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  if (work) spend(work, characters / 32);
  const different = [...new Set(texts)];
  const { length, exact } = exactText(different);
  return different.length > exactStrings ? { length } : { length, exact: exact ?? [] };
}

function listAmong(lists: readonly JsonValue[][], work?: Work): PossibleList {
  const sizes = lists.map((list) => list.length);
  return rememberedList({
    size: { from: leastOf(sizes), to: greatestOf(sizes) },
    item: () => possibleAmong(lists.flat(), work),
  });
}

function objectAmong(objects: readonly JsonObject[], work?: Work): PossibleObject {
  const sizes = objects.map((object) => Object.keys(object).length);
  const members = sizes.reduce((sum, size) => sum + size, 0);
  if (work) spend(work, members);
  const field = (name: string): Possible => {
    const values = objects.flatMap((object) => (Object.hasOwn(object, name) ? [object[name] ?? null] : []));
    if (work) spend(work, objects.length);
    const possible = possibleAmong(values, work);
    return values.length < objects.length ? maybeAbsent(possible) : possible;
  };
  return rememberedObject({
    size: { from: leastOf(sizes), to: greatestOf(sizes) },
    field,
    any: () =>
      possibleAmong(
        objects.flatMap((object) => Object.values(object)),
        work,
      ),
  });
}

export function possibleChoice(values: readonly JsonValue[]): Possible {
  const nested = values.filter((value) => typeof value === 'object' && value !== null);
  return nested.length > nestedValues ? anyValue : possibleAmong(values);
}

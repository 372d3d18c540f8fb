import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { Parameter } from '../operation/operation.ts';
import { coerced, fitsTypes, readType, type TypeName } from './schema-type.ts';

type Written = Pick<Parameter, 'in' | 'style' | 'explode'>;

/**
 * The lists that a value may mean: the list as written in requests (`a,b`), its only item, or items of another type.
 */
export function givenLists(value: JsonValue, written: Written, types: readonly TypeName[]): JsonValue[][] {
  if (Array.isArray(value)) return [withTypes(value, types)];
  if (typeof value !== 'string' || value.trim() === '') return [];
  const split = value.split(delimiterOf(written)).map((item) => item.trim());
  const isForm = written.style === 'form' || (!written.style && ['query', 'cookie'].includes(written.in));
  const isExploded = written.explode ?? isForm;
  return (isExploded ? [[value], split] : [split]).map((items) => withTypes(items, types));
}

/** Whether a schema in the document is a list and has a text as its value. */
export function givesTextForList(raw: JsonValue): raw is JsonObject {
  if (!isJsonObject(raw) || !givenKeywords.some((keyword) => typeof raw[keyword] === 'string')) return false;
  const { types } = readType(raw['type'] ?? 'any');
  return types.includes('array') && !types.includes('string');
}

/** The schema with its texts converted to lists. */
export function withGivenLists(raw: JsonObject, written: Written, items: JsonValue | undefined): JsonObject {
  const item = isJsonObject(items) ? items : {};
  const itemTypes = readType(item['type'] ?? 'any').types;
  const changed = givenKeywords.flatMap((keyword): [string, JsonValue][] => {
    const given = raw[keyword];
    if (typeof given !== 'string') return [];
    const list = givenLists(given, written, itemTypes).find((one) => fitsItems(one, item, itemTypes));
    return list === undefined ? [] : [[keyword, list]];
  });
  return { ...raw, ...Object.fromEntries(changed) };
}

const givenKeywords = ['default', 'example'];

function withTypes(items: JsonValue[], types: readonly TypeName[]): JsonValue[] {
  return items.map((item) => coerced(item, types) ?? item);
}

function fitsItems(list: JsonValue[], item: JsonObject, types: readonly TypeName[]): boolean {
  const listed = item['enum'];
  return list.every((one) => fitsTypes(one, types) && (!Array.isArray(listed) || listed.includes(one)));
}

function delimiterOf({ style }: Written): RegExp {
  if (style === 'spaceDelimited') return /\s+|%20/;
  return style === 'pipeDelimited' ? /\|/ : /,/;
}

import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { Schema } from '../../operation/operation.ts';
import { markdownText } from '../../text/markdown-text.ts';
import { childPointer, member, textMember } from '../document/pointer.ts';
import { type SchemaWork, coerced, fitsTypes, readType, type TypeName } from './schema-type.ts';
import type { Dialect, SourceDocument } from '../document/source-document.ts';

export function convertEnum({ raw, out, pointer, lose }: SchemaWork, types: TypeName[]): void {
  const constant = member(raw, 'const');
  if (constant !== undefined) out['const'] = constant;
  const value = member(raw, 'enum');
  if (value === undefined) return;
  const at = childPointer(pointer, 'enum');
  const listed = Array.isArray(value)
    ? value
    : isJsonObject(value)
      ? Object.values(value)
      : value === null
        ? []
        : [value];
  if (!Array.isArray(value))
    lose(at, `enum is not a list; ${listed.length ? 'its values are read as a list' : 'it is left out'}.`);
  else if (listed.length === 0) lose(at, 'enum is empty; it is left out.');
  const unique = distinct(listed);
  if (unique.length === 0) return;
  const meanings = enumMeanings(raw, listed);
  if (meanings !== undefined) out['x-enum-descriptions'] = meanings;
  const wrong = unique.filter((item) => item !== null && !fitsTypes(item, types));
  if (wrong.length === 0) {
    out['enum'] = unique;
    return;
  }
  const repaired = unique.map((item) => coerced(item, types) ?? item);
  out['enum'] = distinct(repaired);
  if (repaired.some((item) => fitsTypes(item, types))) {
    lose(at, `Values of enum that are not of the schema's type (${brief(wrong)}) are converted if possible.`);
  } else {
    delete out['type'];
    lose(childPointer(pointer, 'type'), `No value of enum has this type; the type is left out.`);
  }
}

export function convertAnnotations({ raw, out, pointer, lose }: SchemaWork): void {
  const declared = member(raw, 'nullable') === true || member(raw, 'x-nullable') === true;
  const { types } = readType(out['type'] ?? 'any');
  const allowed: TypeName[] = types.length > 0 && declared ? [...types, 'null'] : types;
  const given = member(raw, 'default');
  if (given !== undefined) {
    const value = checked(given, out, allowed);
    if (value !== undefined) out['default'] = value;
    else if (given !== null)
      lose(
        childPointer(pointer, 'default'),
        `The default ${brief([given])} does not fit its schema; it is left out.`,
      );
  }
  const examples = exampleList(raw);
  if (examples === undefined) return;
  const fitting = examples.flatMap((example) => {
    const value = checked(example, out, allowed);
    return value === undefined ? [] : [value];
  });
  if (fitting.length > 0) out['examples'] = fitting;
  if (fitting.length < examples.length) {
    const wrong = examples.filter((example) => checked(example, out, allowed) === undefined);
    lose(pointer, `The example ${brief(wrong)} does not fit its schema; it is left out.`);
  }
}

/** The value in the schema's type; undefined if it does not fit the type or the enum. */
function checked(value: JsonValue, out: JsonObject, types: TypeName[]): JsonValue | undefined {
  const fitting = coerced(value, types);
  const listed = out['enum'];
  if (fitting === undefined || !Array.isArray(listed)) return fitting;
  const text = JSON.stringify(fitting);
  return listed.some((item) => JSON.stringify(item) === text) || (fitting === null && types.includes('null'))
    ? fitting
    : undefined;
}

/** Converts `nullable` and `x-nullable` to 2020-12. */
export function withNull({ raw, out, pointer, lose }: SchemaWork, dialect: Dialect): Schema {
  const nullable = [member(raw, 'nullable'), member(raw, 'x-nullable')].some(
    (flag) => flag === true || flag === 'true',
  );
  if (!nullable) return out;
  if (dialect === '3.1' && member(raw, 'nullable') !== undefined) {
    lose(childPointer(pointer, 'nullable'), 'OpenAPI 3.1 has no nullable; it is read as in 3.0.');
  }
  const listed = out['enum'];
  if (Array.isArray(listed) && !listed.includes(null)) out['enum'] = [...listed, null];
  const type = out['type'];
  if (typeof type === 'string' && type !== 'null') out['type'] = [type, 'null'];
  else if (Array.isArray(type) && !type.includes('null')) out['type'] = [...type, 'null'];
  const outward = ['title', 'description', 'deprecated', 'readOnly', 'writeOnly', 'default', 'examples'];
  const constrains = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'const', 'if'].some(
    (key) => out[key] !== undefined,
  );
  if (!constrains) return out;
  const wrapper: JsonObject = {};
  for (const [key, value] of Object.entries(out).filter(([keyword]) => outward.includes(keyword))) {
    wrapper[key] = value;
    delete out[key];
  }
  return { ...wrapper, anyOf: [out, { type: 'null' }] };
}

function exampleList(raw: JsonObject): JsonValue[] | undefined {
  const examples = member(raw, 'examples');
  const example = member(raw, 'example');
  const listed = Array.isArray(examples) ? examples : [];
  const all = example === undefined ? listed : [example, ...listed];
  return all.length > 0 ? all : undefined;
}

function distinct(values: JsonValue[]): JsonValue[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function brief(values: JsonValue[]): string {
  const text = values
    .slice(0, 3)
    .map((value) => JSON.stringify(value))
    .join(', ');
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

/** Extensions that describe enum values, by value or in order, the best first. */
export const enumDescriptions = [
  'x-enum-descriptions',
  'x-enumDescriptions',
  'x-enum-description',
  'enumDescriptions',
];
const nameKeywords = ['x-enum-varnames', 'x-enumNames', 'x-enum-names'];

/** Read together with `enum`. */
export const enumMeaningKeywords = new Set([...enumDescriptions, ...nameKeywords, 'x-ms-enum']);

/** The meanings of enum values in plain words; undefined if the document has none. */
export function enumMeanings(raw: JsonObject, listed: JsonValue[]): JsonObject | undefined {
  const meanings: JsonObject = {};
  for (const [index, value] of listed.entries()) {
    const text = markdownText(meaningOf(raw, value, index) ?? '');
    if (text !== '' && text !== value) meanings[String(value)] = text;
  }
  return Object.keys(meanings).length > 0 ? meanings : undefined;
}

function meaningOf(raw: JsonObject, value: JsonValue, index: number): string | undefined {
  for (const keyword of enumDescriptions) {
    const text = entry(member(raw, keyword), value, index);
    if (text !== undefined) return text;
  }
  const known = member(member(raw, 'x-ms-enum'), 'values');
  const told = Array.isArray(known) ? known.find((one) => member(one, 'value') === value) : undefined;
  const description = textMember(told, 'description') ?? textMember(told, 'name');
  if (description !== undefined) return description;
  // A constant's name explains no more than the text.
  if (typeof value === 'string') return undefined;
  return nameKeywords
    .map((keyword) => entry(member(raw, keyword), value, index))
    .find((name) => name !== undefined);
}

function entry(texts: JsonValue | undefined, value: JsonValue, index: number): string | undefined {
  const text = Array.isArray(texts)
    ? texts[index]
    : isJsonObject(texts)
      ? member(texts, String(value))
      : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** A text of a schema for display: descriptions are Markdown with absolute links, titles are plain. */
export function schemaWords(keyword: string, text: string, document: SourceDocument): string {
  if (keyword === 'description') return document.markdownOf(text);
  return keyword === 'title' ? markdownText(text) : text;
}

/**
 * Sorts the keywords of a converted schema as in the document, because some are converted late. New keywords come last.
 * In place, because other schemas refer to the object.
 */
export function restoreDocumentOrder(raw: JsonObject, out: JsonObject): void {
  const converted = Object.entries(out);
  const places = new Map(Object.keys(raw).map((keyword, place) => [keyword, place]));
  const placeOf = ([keyword]: [string, unknown]) => places.get(keyword) ?? places.size;
  const ordered = converted.toSorted((one, other) => placeOf(one) - placeOf(other));
  if (ordered.every((entry, index) => entry === converted[index])) return;
  for (const [keyword] of converted) delete out[keyword];
  Object.assign(out, Object.fromEntries(ordered));
}

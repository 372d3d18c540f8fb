import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { markdownText } from '../text/markdown-text.ts';
import { member, textMember } from './pointer.ts';

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

import { isJsonObject, type JsonValue } from '../json/json.ts';
import { plainWords } from './plain-words.ts';

/** Double quotation marks, and all that looks like them. */
const doubleMarks = /["«»“-‟″‶❝❞〝-〟＂]/gu;

/** A provider's text in quotation marks, which it cannot close. Empty if nothing is left of it. */
export function quotedWords(text: string, most: number): string {
  const words = plainWords(text, most).replace(doubleMarks, "'");
  return words === '' ? '' : `"${words}"`;
}

/**
 * A provider's value as JSON, with the texts in it made plain: a list that looks like a text would be sent as one. Empty
 * if it is longer, because a part of a list is another list.
 */
export function quotedValue(value: JsonValue, most: number): string {
  if (value === '') return '""';
  if (typeof value === 'string') return quotedWords(value, most);
  const text = JSON.stringify(withPlainTexts(value, most));
  return text.length <= most ? text : '';
}

function withPlainTexts(value: JsonValue, most: number): JsonValue {
  if (typeof value === 'string') return plainWords(value, most).replace(doubleMarks, "'");
  if (Array.isArray(value)) return value.map((item) => withPlainTexts(item, most));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value);
  return Object.fromEntries(
    members.map(([name, member]) => [
      plainWords(name, most).replace(doubleMarks, "'"),
      withPlainTexts(member, most),
    ]),
  );
}

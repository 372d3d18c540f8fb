import type { JsonValue } from '../json/json.ts';
import { plainWords } from './plain-words.ts';

/** Double quotation marks, and all that looks like them. */
const doubleMarks = /["«»“-‟″‶❝❞〝-〟＂]/gu;

/** A provider's text in quotation marks, which it cannot close. Empty if nothing is left of it. */
export function quotedWords(text: string, most: number): string {
  const words = plainWords(text, most).replace(doubleMarks, "'");
  return words === '' ? '' : `"${words}"`;
}

/** A provider's value. Numbers, booleans and null get no quotation marks. */
export function quotedValue(value: JsonValue, most: number): string {
  if (value === '') return '""';
  if (typeof value === 'string') return quotedWords(value, most);
  const text = JSON.stringify(value);
  return typeof value === 'object' && value !== null ? quotedWords(text, most) : text;
}

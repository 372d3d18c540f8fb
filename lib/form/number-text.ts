import type { JsonValue } from '../json.ts';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * The value of a number as it is typed: what does not read as a number yet, or would be another one in JSON, stays the
 * text that it is, so that nothing typed is lost or changed in silence.
 */
export function readNumber(typed: string): number | string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (!NUMBER.test(text)) return text;
  const value = Number(text);
  if (!Number.isFinite(value) || isPastExact(text, value)) return text;
  return value === 0 ? 0 : value;
}

/** A number that JSON can hold, but not exactly as typed. */
export function isTooLong(typed: string): boolean {
  const text = typed.trim();
  return NUMBER.test(text) && typeof readNumber(text) === 'string';
}

/** What stands in the field for a value. */
export function numberText(value: JsonValue | undefined): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

function isPastExact(text: string, value: number): boolean {
  return /^[+-]?\d+$/.test(text) && !Number.isSafeInteger(value);
}

import { type JsonValue, numberText as writtenNumber } from '../json/json.ts';

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
  return typeof value === 'number' ? writtenNumber(value) : typeof value === 'string' ? value : '';
}

/** BigInt takes its time over a million digits. */
const MAX_DIGITS = 40;

/** The portal takes whole numbers up to 2^53 and no further: the next one would be read as 2^53, too. */
function isPastExact(text: string, value: number): boolean {
  const [, digits] = /^[+-]?(\d+)$/.exec(text) ?? [];
  if (digits === undefined || Number.isSafeInteger(value)) return false;
  return digits.length > MAX_DIGITS || BigInt(digits) > 2n ** 53n;
}

import { type JsonValue, numberText as writtenNumber } from '../json/json.ts';

const numberPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** The value of a typed number. Text that is not a number, or that JSON would change, stays text. */
export function readNumber(typed: string): number | string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (!numberPattern.test(text)) return text;
  const value = Number(text);
  if (!Number.isFinite(value) || isPastExact(text, value)) return text;
  return value === 0 ? 0 : value;
}

/** A number that JSON cannot hold exactly. */
export function isTooLong(typed: string): boolean {
  const text = typed.trim();
  return numberPattern.test(text) && typeof readNumber(text) === 'string';
}

export function numberText(value: JsonValue | undefined): string {
  return typeof value === 'number' ? writtenNumber(value) : typeof value === 'string' ? value : '';
}

/** BigInt is slow for a million digits. */
const maxDigits = 40;

/** The portal accepts whole numbers up to 2^53. Larger ones cannot be told apart. */
function isPastExact(text: string, value: number): boolean {
  const [, digits] = /^[+-]?(\d+)$/.exec(text) ?? [];
  if (digits === undefined || Number.isSafeInteger(value)) return false;
  return digits.length > maxDigits || BigInt(digits) > 2n ** 53n;
}

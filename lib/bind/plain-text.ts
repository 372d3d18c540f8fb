import type { JsonValue } from '../json/json.ts';

/**
 * A value as text, for places that hold no JSON. Null is left out, like undefined values in RFC 6570. OpenAPI does not
 * define deeper nesting than a style supports: such values become JSON.
 */
export function plainText(value: JsonValue): string | undefined {
  if (value === null) return undefined;
  if (typeof value === 'number') return plainDecimal(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** JSON in ASCII, which is safe in a header. */
export function asciiJson(value: JsonValue): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A number without an exponent: `1e21` → `1000000000000000000000`. */
export function plainDecimal(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  const [, sign = '', whole = '', fraction = '', exponent] =
    /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(String(value)) ?? [];
  if (exponent === undefined) return String(value);
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits.padEnd(point, '0');
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

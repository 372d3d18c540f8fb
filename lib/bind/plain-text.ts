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

/** Why an input cannot be sent, in terms of the input. */
export interface Refusal {
  pointer: string;
  detail: string;
}

/**
 * Records why a value or one of its members is refused. Returns undefined, so that functions can `return refuse(…)`.
 */
export type Refuse = (detail: string, member?: string) => undefined;

const unreserved = /[A-Za-z0-9\-._~]/;
const unreservedOnly = /^[A-Za-z0-9\-._~]*$/;
/** Texts that need no encoding, as most paths do. */
const pathPattern = /^[A-Za-z0-9\-._~!$&'()*+,;=:@/]*$/;

/** Encodes all but the unreserved characters of RFC 3986, as UTF-8 octets. The text must be well-formed. */
export function percentEncode(text: string): string {
  if (unreservedOnly.test(text)) return text;
  return encodeURIComponent(text).replace(/[!'()*]/g, percentByte);
}

/**
 * The reserved expansion of RFC 6570: reserved characters and percent-encoded triples stay. Characters that a query
 * string or form cannot contain (`# [ ] & = +`, and `'`, which URL parsers rewrite) and the current delimiter are
 * encoded.
 */
export function percentEncodeReserved(text: string, delimiter: string): string {
  return encodeExcept(text, (character) => ':/?@!$()*,;'.includes(character) && character !== delimiter);
}

/** Encodes a part of a path that may contain `/` and other separators. */
export function percentEncodePath(text: string): string {
  if (pathPattern.test(text)) return text;
  return encodeExcept(text, (character) => "!$&'()*+,;=:@/".includes(character));
}

/** Encodes text for an `application/x-www-form-urlencoded` body, where a space is `+`. */
export function formEncode(text: string): string {
  return percentEncode(text).replaceAll('%20', '+');
}

/** A lone surrogate has no UTF-8 octets. */
export function isWellFormed(text: string): boolean {
  return text.isWellFormed();
}

function encodeExcept(text: string, passes: (character: string) => boolean): string {
  return text.replace(/%[0-9a-f]{2}|./gisu, (piece) => {
    const isTriple = piece.length === 3 && piece.startsWith('%');
    return isTriple || unreserved.test(piece) || passes(piece) ? piece : percentEncode(piece);
  });
}

function percentByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

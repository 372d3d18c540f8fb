export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Serialises JSON as the portal reads it, on several lines if there is an indent. */
export function jsonText(value: JsonValue, indent = '', margin = indent === '' ? '' : '\n'): string {
  if (typeof value === 'number') return numberText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = margin + indent;
  const colon = indent === '' ? ':' : ': ';
  const parts = Array.isArray(value)
    ? value.map((item) => jsonText(item, indent, inner))
    : Object.entries(value).map(([key, item]) => JSON.stringify(key) + colon + jsonText(item, indent, inner));
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return parts.length === 0 ? `${open}${close}` : open + inner + parts.join(`,${inner}`) + margin + close;
}

/** Writes numbers past 2^53 with an exponent: their full digits would be inexact, and the portal would refuse them. */
export function numberText(value: number): string {
  return isPastExact(value) ? value.toExponential() : JSON.stringify(value);
}

/** Whether JavaScript would write more digits than the number holds exactly. */
export function isPastExact(value: number): boolean {
  return Math.abs(value) > 2 ** 53 && Math.abs(value) < 1e21;
}

/** Canonical JSON: keys sorted by code unit, no white space. Hashes use it. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  let text = '';
  for (const key of Object.keys(value).sort())
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`;
  return `{${text}}`;
}

/** Deep equality that ignores the order of keys. */
export function equal(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (Array.isArray(a))
    return (
      Array.isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index] ?? null))
    );
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equal(a[key] ?? null, b[key] ?? null))
  );
}

/** Parses JSON; undefined for anything else. */
export function jsonOrUndefined(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** JSON.parse returns nothing but JSON values. */
export function parseJson(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}

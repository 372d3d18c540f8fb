import { isJsonObject, type JsonValue } from '../../lib/json/json.ts';
import type { UnknownField } from '../../lib/validation/unknown-fields.ts';

/** Proxies refuse long headers. */
const mostHeaderFields = 10;
const longestText = 60;
const mostKeptFields = 20;

/** `Farebox-Ignored-Fields`: a list of strings (RFC 9651), each with the field that was probably meant as `nearest`. */
export function ignoredFieldsHeader(ignored: readonly UnknownField[]): Record<string, string> {
  if (ignored.length === 0) return {};
  const shown = ignored.slice(0, mostHeaderFields).map(({ name, nearest }) => {
    return headerString(name) + (nearest === undefined ? '' : `;nearest=${headerString(nearest)}`);
  });
  const more = ignored.length - shown.length;
  return { 'farebox-ignored-fields': shown.join(', ') + (more > 0 ? `;more=${more}` : '') };
}

/** The same for the receipt. */
export function keptIgnoredFields(ignored: readonly UnknownField[]): { name: string; nearest?: string }[] {
  return ignored.slice(0, mostKeptFields).map(({ name, nearest }) => ({
    name: shortened(name),
    ...(nearest !== undefined && { nearest }),
  }));
}

function shortened(text: string): string {
  if (text.length <= longestText) return text;
  const characters = [...text.slice(0, 2 * longestText)].slice(0, longestText - 1);
  return `${characters.join('')}…`;
}

/** A string of a structured field, or where it is not ASCII, a display string. */
function headerString(text: string): string {
  const short = shortened(text);
  if (/^[\x20-\x7e]*$/.test(short)) return `"${short.replace(/["\\]/g, '\\$&')}"`;
  const bytes = [...new TextEncoder().encode(short)].map((byte) =>
    byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x25
      ? `%${byte.toString(16).padStart(2, '0')}`
      : String.fromCharCode(byte),
  );
  return `%"${bytes.join('')}"`;
}

/** No API nests deeper on purpose, and serialising it later must not overflow the stack. */
const deepest = 256;

/** RFC 8259 allows parsers to ignore it. */
const byteOrderMark = /^\uFEFF/;

/** Undefined if the text is not JSON, or is nested too deeply. */
export function jsonOf(text: Buffer | string): JsonValue | undefined {
  try {
    const value = parse(text.toString().replace(byteOrderMark, ''));
    return isDeeper(value, deepest) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** JSON.parse returns nothing but JSON values. */
function parse(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}

function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

/** The member `usage`, where most APIs report their use. */
export function usageOf(response: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(response) ? response['usage'] : undefined;
}

import { isJsonObject, type JsonValue } from '../../lib/json/json.ts';

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

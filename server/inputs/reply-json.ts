import { isJsonObject, type JsonValue } from '../../lib/json/json.ts';

/** No API means to nest deeper, and what is written down later must not overflow the stack. */
const deepest = 256;

/** RFC 8259 lets a reader ignore it. */
const byteOrderMark = /^\uFEFF/;

/** `undefined` where the text is no JSON, or is nested too deeply to be worked with. */
export function jsonOf(text: Buffer | string): JsonValue | undefined {
  try {
    const value = parse(text.toString().replace(byteOrderMark, ''));
    return isDeeper(value, deepest) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Guaranteed by JSON.parse, which makes nothing else. */
function parse(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}

function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

/** What a reply of the usual shape says was used: its member `usage`. */
export function usageOf(response: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(response) ? response['usage'] : undefined;
}

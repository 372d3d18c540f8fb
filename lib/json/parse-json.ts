import type { JsonValue } from './json.ts';

/** Guaranteed by JSON.parse, which makes nothing else. */
export function parseJson(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}

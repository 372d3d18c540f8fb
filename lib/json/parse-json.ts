import type { JsonValue } from './json.ts';

/** JSON.parse returns nothing but JSON values. */
export function parseJson(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}

import type { JsonValue } from '../../json/json.ts';
import { Problem } from '../../problem/problem.ts';
import { parseStrictJson } from '../../json/strict-json.ts';

/** Parses JSON as the portal does. An empty text is no value; an error has its position. */
export function readJson(
  text: string,
): { ok: true; value: JsonValue | undefined } | { ok: false; detail: string } {
  if (text.trim() === '') return { ok: true, value: undefined };
  try {
    return { ok: true, value: parseStrictJson(text) };
  } catch (error) {
    if (error instanceof Problem) return { ok: false, detail: error.detail };
    throw error;
  }
}

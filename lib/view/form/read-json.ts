import { type JsonValue, isJsonObject, type JsonObject } from '../../json/json.ts';
import { parseStrictJson } from '../../json/strict-json.ts';
import { Problem } from '../../problem/problem.ts';

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

export type InputRead = { ok: true; input: JsonObject } | { ok: false; detail: string };

/** Parses an input as the endpoint does. An error has its line and column. */
export function readJsonText(text: string): InputRead {
  try {
    const value = parseStrictJson(text);
    if (isJsonObject(value)) return { ok: true, input: value };
    return { ok: false, detail: 'Expected an object in braces, such as {}.' };
  } catch (error) {
    if (error instanceof Problem) return { ok: false, detail: error.detail };
    throw error;
  }
}

import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { Problem } from '../../problem/problem.ts';
import { parseStrictJson } from '../../json/strict-json.ts';

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

import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { parseStrictJson } from '../json/strict-json.ts';
import { Problem } from '../problem/problem.ts';

/** `reason` follows the name of the file. */
export type ReadReceipt = { ok: true; receipt: JsonObject } | { ok: false; reason: string };

/** The receipt in a file that somebody was given. */
export function receiptOfText(text: string): ReadReceipt {
  const duplicate = duplicateKey(text);
  if (duplicate !== undefined) return { ok: false, reason: `is not a receipt: ${duplicate}` };
  const value = tryParse(text);
  if (value === undefined) return { ok: false, reason: 'is not JSON.' };
  if (isJsonObject(value) && typeof value['id'] === 'string' && 'signature' in value)
    return { ok: true, receipt: value };
  return {
    ok: false,
    reason: 'is not a receipt: expected the answer of /api/calls/CALL_ID, with an id and a signature.',
  };
}

/** `JSON.parse` takes the last of two equal keys; a person who reads the text might take the first. */
function duplicateKey(text: string): string | undefined {
  try {
    parseStrictJson(text);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // The signature covers what else the strict parser refuses.
    if (error.code === 'duplicate-key') return error.message;
  }
  return undefined;
}

function tryParse(text: string): JsonValue | undefined {
  try {
    return jsonOf(text);
  } catch {
    return undefined;
  }
}

/** Guaranteed by `JSON.parse`. */
function jsonOf(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}

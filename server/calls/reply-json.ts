import { isJsonObject, type JsonValue } from '../../lib/json.ts';

/** `undefined` where the text is no JSON. */
export function jsonOf(text: Buffer | string): JsonValue | undefined {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}

/** What a reply of the usual shape says was used: its member `usage`. */
export function usageOf(response: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(response) ? response['usage'] : undefined;
}

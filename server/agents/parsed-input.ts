import { isJsonObject, type JsonObject } from '../../lib/json/json.ts';
import { parseStrictJson } from '../../lib/json/strict-json.ts';

/** Arguments in which `input` may be a text of JSON. One of another type is left as it is, for the schema to refuse. */
export function withParsedInput(given: JsonObject): JsonObject {
  const { input } = given;
  if (typeof input !== 'string') return given;
  const parsed = parseStrictJson(input);
  return isJsonObject(parsed) ? { ...given, input: parsed } : given;
}

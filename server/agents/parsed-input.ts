import { isJsonObject, type JsonObject } from '../../lib/json/json.ts';

/** Arguments in which `input` may be a text of JSON. Anything else is left as it is, for the schema to refuse. */
export function withParsedInput(given: JsonObject): JsonObject {
  const { input } = given;
  if (typeof input !== 'string') return given;
  try {
    const parsed: unknown = JSON.parse(input);
    return isJsonObject(parsed) ? { ...given, input: parsed } : given;
  } catch {
    return given;
  }
}

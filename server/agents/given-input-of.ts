import { isJsonObject, type JsonObject } from '../../lib/json/json.ts';
import { leastSharedBytes } from '../http/client-connection.ts';
import { readJsonObject } from '../inputs/read-json-object.ts';
import type { GivenInput } from '../inputs/given-input.ts';

const json = { contentType: 'application/json', contentEncoding: null };

/** The input of a product as a model gave it. */
export function givenInputOf(input: Record<string, unknown>, network: string): GivenInput {
  const bytes = Buffer.from(JSON.stringify(input));
  const value = bytes.length < leastSharedBytes ? (readJsonObject(json, bytes) ?? {}) : undefined;
  return { value, bytes, ...json, network, whenGone: () => {} };
}

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

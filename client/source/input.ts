import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json/json.ts';
import { toBase64 } from '../../lib/text/media-type.ts';

/** A file in an input. A `Blob` keeps its media type, and a `File` its name. */
export type FileInput = Blob | Uint8Array | ArrayBuffer;

export type InputValue = JsonValue | FileInput | undefined | InputValue[] | { [key: string]: InputValue };

/** The input of a call: JSON, with files where the product takes some. */
export type Input = { [key: string]: InputValue };

/** Longer names would be cut off. */
const longestName = 500;

/** The input as JSON: a blob becomes a data URL, bytes become base64. */
export async function jsonInput(input: unknown): Promise<JsonObject> {
  if (!isInput(input)) throw new TypeError('The input of a call is an object.');
  const members = await Promise.all(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(async ([name, value]): Promise<[string, JsonValue]> => [name, await jsonValue(value)]),
  );
  return Object.fromEntries(members);
}

/** Its values are looked at one by one. */
function isInput(value: unknown): value is Input {
  return isJsonObject(value);
}

async function jsonValue(value: InputValue): Promise<JsonValue> {
  if (value === undefined) return null;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Blob) return dataUrl(value);
  if (value instanceof Uint8Array) return toBase64(value);
  if (value instanceof ArrayBuffer) return toBase64(new Uint8Array(value));
  return Array.isArray(value) ? Promise.all(value.map(jsonValue)) : jsonInput(value);
}

async function dataUrl(blob: Blob): Promise<string> {
  const { type = '' } = blob;
  const name = 'name' in blob && typeof blob.name === 'string' ? encodeURIComponent(blob.name) : '';
  const parameter = name === '' || name.length > longestName ? '' : `;name=${name}`;
  const mediaType = type.replaceAll(' ', '') || 'application/octet-stream';
  return `data:${mediaType}${parameter};base64,${toBase64(new Uint8Array(await blob.arrayBuffer()))}`;
}

import { type JsonReading, readJson } from '../../lib/view/reply/read-json.ts';
import { headBytes } from '../../lib/view/reply/reply-kind.ts';
import { essence } from '../../lib/operation/media-type.ts';
import { imageProblem } from './image-problem.ts';
import { inSlices } from './in-slices.ts';

const heads = new WeakMap<Blob, Promise<Uint8Array>>();
const texts = new WeakMap<Blob, Promise<string>>();
const readings = new WeakMap<Blob, Promise<JsonReading>>();

const problems = new WeakMap<Blob, Promise<string | null>>();
const keys = new WeakMap<Blob, string>();
let keyCount = 0;

/** A React key for a blob. */
export function blobKey(blob: Blob): string {
  const key = keys.get(blob) ?? String((keyCount += 1));
  keys.set(blob, key);
  return key;
}

/** Caches reads, so that components can wait for them with `use`. */
export function headOf(blob: Blob): Promise<Uint8Array> {
  return once(heads, blob, async () => new Uint8Array(await blob.slice(0, headBytes).arrayBuffer()));
}

/** In the charset of the media type if the browser knows it, else UTF-8. */
export function textOf(blob: Blob): Promise<string> {
  return once(texts, blob, async () => decoderOf(blob.type).decode(await blob.arrayBuffer()));
}

export function jsonOf(blob: Blob): Promise<JsonReading> {
  return once(readings, blob, async () => inSlices(readJson(await textOf(blob))));
}

/** Why the blob cannot be shown as an image. */
export function imageProblemOf(blob: Blob, contentType: string): Promise<string | null> {
  return once(problems, blob, () => imageProblem(blob, essence(contentType)));
}

function once<T>(known: WeakMap<Blob, Promise<T>>, blob: Blob, read: () => Promise<T>): Promise<T> {
  const promise = known.get(blob) ?? read();
  known.set(blob, promise);
  return promise;
}

function decoderOf(type: string): TextDecoder {
  const label = /;\s*charset="?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label);
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder();
    throw error;
  }
}

import { useCallback } from 'react';
import { essence } from '../../lib/operation/media-type.ts';
import { groupedNumber, sizeText } from '../../lib/text/numbers.ts';
import { pictureHeadBytes, pictureSize, svgCopies } from '../../lib/view/reply/pictures.ts';
import { type JsonReading, readJson } from '../../lib/view/reply/read-json.ts';
import { headBytes } from '../../lib/view/reply/reply-kind.ts';

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

/** 400 MB when decoded. A file of some kilobytes can claim a hundred times as much. */
const mostPixels = 100_000_000;
/** The layout of an SVG blocks the main thread. */
const longestSvg = 2 * 1024 * 1024;
const mostElements = 50_000;

/** Why an image is not shown, although the browser might show it; null if nothing is wrong. */
async function imageProblem(blob: Blob, type: string): Promise<string | null> {
  if (type === 'image/svg+xml') return svgProblem(blob);
  const size = pictureSize(new Uint8Array(await blob.slice(0, pictureHeadBytes).arrayBuffer()));
  if (size === null || size.width * size.height <= mostPixels) return null;
  const dimensions = `${groupedNumber(size.width)} × ${groupedNumber(size.height)}`;
  return `The image has ${dimensions} pixels, which is too large to show.`;
}

async function svgProblem(blob: Blob): Promise<string | null> {
  if (blob.size > longestSvg)
    return `The drawing is larger than ${sizeText(longestSvg)}, which is too large to show.`;
  const page = new DOMParser().parseFromString(await blob.text(), 'image/svg+xml');
  return svgCopies(page) <= mostElements
    ? null
    : `The drawing has more than ${groupedNumber(mostElements)} elements, which is too many to show.`;
}

/** Short enough to answer a key press in time. */
const sliceMs = 12;

/** Runs long work in slices, so that the page stays responsive. The signal stops it. */
export async function inSlices<T>(work: Generator<undefined, T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const until = performance.now() + sliceMs;
    while (performance.now() < until) {
      const step = work.next();
      if (step.done === true) return step.value;
    }
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
  }
}

/** Sets a blob as the source of an element while it is mounted, with a fixed type. */
export function useBlobSource(blob: Blob, type: string) {
  return useCallback(
    (element: { src: string } | null) => {
      if (element === null) return;
      const address = URL.createObjectURL(blob.slice(0, blob.size, type));
      element.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [blob, type],
  );
}

import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { sizeText } from '../../lib/text/size-text.ts';
import { pictureHeadBytes, pictureSize } from '../../lib/view/reply/picture-size.ts';
import { svgCopies } from '../../lib/view/reply/svg-copies.ts';

/** 400 MB when decoded. A file of some kilobytes can claim a hundred times as much. */
const mostPixels = 100_000_000;
/** The layout of an SVG blocks the main thread. */
const longestSvg = 2 * 1024 * 1024;
const mostElements = 50_000;

/** Why an image is not shown, although the browser might show it; null if nothing is wrong. */
export async function imageProblem(blob: Blob, type: string): Promise<string | null> {
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

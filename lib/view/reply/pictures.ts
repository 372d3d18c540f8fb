interface PictureSize {
  width: number;
  height: number;
}

/** Contains the dimensions of an image, after any metadata of a camera. */
export const pictureHeadBytes = 256 * 1024;

/** The dimensions of an image without decoding it; null for an unknown format. */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (startsWith(bytes, '\x89PNG')) return { width: view.getUint32(16), height: view.getUint32(20) };
    if (startsWith(bytes, 'GIF8')) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    if (startsWith(bytes, 'RIFF')) return webpSize(view);
    return startsWith(bytes, '\xff\xd8') ? jpegSize(view) : null;
  } catch (error) {
    // The data may be cut off before the dimensions.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function webpSize(view: DataView): PictureSize | null {
  switch (view.getUint32(12)) {
    case 0x56503858: // VP8X
      return {
        width: (view.getUint32(24, true) & 0xffffff) + 1,
        height: (view.getUint32(26, true) >>> 8) + 1,
      };
    case 0x56503820: // VP8, lossy
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 0x5650384c: {
      // VP8L, lossless: 14 bits each
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    default:
      return null;
  }
}

/** The frame header follows any number of other segments, each with its length. */
function jpegSize(view: DataView): PictureSize | null {
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
  return null;
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return [...text].every((character, index) => bytes[index] === character.charCodeAt(0));
}

const counted = 1_000_000;

/**
 * The number of elements of an SVG after expanding `use`: ten in each of ten levels make ten billion, in a file of a
 * kilobyte. Counts up to a million, also for cycles.
 */
export function svgCopies(page: Document): number {
  const known = new Map<Element, number>();
  const under = new Set<Element>();
  const count = (element: Element): number => {
    const before = known.get(element);
    if (before !== undefined) return before;
    if (under.has(element) || under.size > 500) return counted;
    under.add(element);
    const inside = [...element.children, ...usedBy(element)];
    const sum = inside.reduce((total, child) => (total >= counted ? counted : total + count(child)), 1);
    under.delete(element);
    known.set(element, sum);
    return sum;
  };
  return Math.min(counted, count(page.documentElement));
}

function usedBy(element: Element): Element[] {
  const reference = element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? '';
  if (element.localName !== 'use' || !reference.startsWith('#')) return [];
  const used = element.ownerDocument.getElementById(reference.slice(1));
  return used === null ? [] : [used];
}

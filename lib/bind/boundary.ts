/** A multipart boundary that occurs in none of the contents. The same contents give the same boundary. */
export function boundaryFor(contents: (string | Uint8Array)[]): string {
  for (let attempt = 0; ; attempt += 1) {
    const boundary = `farebox-${hash(contents, attempt)}`;
    if (!contents.some((content) => holds(content, boundary))) return boundary;
  }
}

/** 64 bits from two multiplicative hashes. The boundary is no secret; it only has to be unlikely in the content. */
function hash(contents: (string | Uint8Array)[], seed: number): string {
  let one = 0x811c9dc5 ^ seed;
  let two = 0x41c6ce57 ^ seed;
  const add = (unit: number) => {
    one = Math.imul(one ^ unit, 0x01000193);
    two = Math.imul(two ^ unit, 0x5f356495);
    two ^= two >>> 15;
  };
  for (const content of contents) {
    if (typeof content === 'string')
      for (let at = 0; at < content.length; at += 1) add(content.charCodeAt(at));
    else for (const byte of content) add(byte);
    add(0x1ffff);
  }
  return [one, two].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

function holds(content: string | Uint8Array, boundary: string): boolean {
  if (typeof content === 'string') return content.includes(boundary);
  const wanted = new TextEncoder().encode(boundary);
  for (let at = content.indexOf(0x66); at >= 0; at = content.indexOf(0x66, at + 1)) {
    if (wanted.every((byte, index) => content[at + index] === byte)) return true;
  }
  return false;
}

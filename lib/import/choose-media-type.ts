import { essence, isJsonMediaType } from '../operation/media-type.ts';

/** JSON first, then form, multipart, and others in the document's order; undefined if there is none. */
export function chooseMediaType(offered: string[]): string | undefined {
  return [...offered].sort((a, b) => rank(a) - rank(b))[0];
}

function rank(mediaType: string): number {
  const type = essence(mediaType);
  if (type === 'application/json') return 0;
  if (isJsonMediaType(type)) return 1;
  if (type === '*/*' || type === 'application/*') return 2;
  if (type === 'application/x-www-form-urlencoded') return 3;
  if (type.startsWith('multipart/')) return 4;
  return type === 'application/xml' || type === 'text/xml' ? 6 : 5;
}

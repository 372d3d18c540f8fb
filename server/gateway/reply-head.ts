export interface ReplyHead {
  status: number;
  /** What the caller may see of it, in lower case. */
  headers: Record<string, string>;
  contentType: string;
  /** The content coding; empty where there is none. */
  encoding: string;
  /** In bytes as they are sent, where the upstream says it. */
  length: number | null;
  retryAfter: string;
}

/**
 * Of an upstream's headers the caller sees what the answer is and in which language, and the name of a file. All else
 * speaks for another host (cookies, CORS, CSP, links, caching of what costs credits), or of the connection to it.
 */
const shown = new Set(['content-type', 'content-disposition', 'content-language']);

/** Of a header that stands twice the first counts. */
export function readReplyHead(status: number, rawHeaders: Buffer[]): ReplyHead {
  const head: ReplyHead = {
    status,
    headers: {},
    contentType: 'application/octet-stream',
    encoding: '',
    length: null,
    retryAfter: '',
  };
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const rawName = rawHeaders[index];
    const rawValue = rawHeaders[index + 1];
    if (!rawName || !rawValue || !lengths.has(rawName.length)) continue;
    readHeader(head, rawName.toString('latin1').toLowerCase(), rawValue);
  }
  return head;
}

/** Most headers are told from those that matter by the length of their names. */
const lengths = new Set(
  [...shown, 'content-encoding', 'content-length', 'retry-after'].map(({ length }) => length),
);

function readHeader(head: ReplyHead, name: string, rawValue: Buffer): void {
  if (shown.has(name)) {
    const value = rawValue.toString('latin1').trim();
    if (value === '' || name in head.headers) return;
    head.headers[name] = value;
    if (name === 'content-type') head.contentType = value;
  } else if (name === 'content-length') head.length = Number(rawValue.toString('latin1'));
  else if (name === 'content-encoding')
    head.encoding = readEncoding(head.encoding, rawValue.toString('latin1'));
  else if (name === 'retry-after') head.retryAfter = rawValue.toString('latin1').trim();
}

function readEncoding(before: string, value: string): string {
  const codings = `${before},${value}`
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim());
  return codings.filter((coding) => coding !== '' && coding !== 'identity').join(',');
}

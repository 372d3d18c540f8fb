export interface ReplyHead {
  status: number;
  /** The headers that callers may see, in lower case. */
  headers: Record<string, string>;
  contentType: string;
  encoding: string;
  /** The length in bytes as sent, if known. */
  length: number | null;
  retryAfter: string;
}

/**
 * Callers see the media type, the language and the file name of a response. Other headers belong to another host
 * (cookies, CORS, CSP, links, caching) or to the connection.
 */
const shown = new Set(['content-type', 'content-disposition', 'content-language']);

/** If a header is repeated, the first one counts. */
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

/** Most headers are skipped by the length of their names. */
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

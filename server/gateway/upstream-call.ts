import type { BoundRequest } from '../../lib/bind/bind.ts';
import type { EffectiveLimits } from '../../lib/operation/limits.ts';
import type { AbortNotice } from './deadlines.ts';
import type { Secret, TriedCredential } from './secrets.ts';

export interface UpstreamCall {
  request: BoundRequest;
  /** `x-farebox.secrets` of the operation. */
  secrets: readonly Secret[];
  tried?: TriedCredential;
  limits: EffectiveLimits;
  callId: string;
  /** Whose turn it is, where an upstream is busy: a purse, for instance. */
  caller: string;
  /** The media types that the template promises; any, where absent. */
  accept?: string;
  /** The body is read as JSON, whatever type it has: a credential in it is then looked for as in a text. */
  isRead?: boolean;
  /** Says when the upstream need not finish: the caller went away, or the portal stops. */
  signal?: AbortNotice;
  /** Hears when the call has had its turn and is sent, and when the head of the answer comes. */
  clock?: { dialled(): void; answered(status: number): void };
}

/** An answer of 2xx; any other is an UpstreamFailure. */
export interface UpstreamReply {
  readonly status: number;
  /** The headers that a caller may see, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string;
  /** In bytes, where the upstream says it. */
  readonly contentLength: number | null;
  /** The whole body, where it is at most so long; null where it is longer: `body` then begins with what was read. */
  buffer(mostBytes: number): Promise<Buffer | null>;
  /**
   * Reads on until all has come, which is true, or until there is no room for more. All that is in memory counts, with
   * what `buffer` has read before, until `body` has handed it over. `buffer` and `body` begin with what was read.
   */
  readAhead(room: Room): Promise<boolean>;
  /** Decoded, within the limits; whoever stops reading early ends the upstream's work. To be read once. */
  readonly body: AsyncIterable<Buffer>;
  /** Ends it, where neither buffer nor body is read to its end. */
  abandon(): void;
}

/** Memory for a reply that is read ahead of its reader. */
export interface Room {
  /** Counts bytes; false where there is no room for more. */
  take(bytes: number): boolean;
  /** The reader has taken bytes; also such that were never counted. */
  giveBack(bytes: number): void;
}

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

import { hash } from 'node:crypto';

/** A complete response: it can be sent to any number of callers. */
export interface BufferedResponse {
  status: number;
  headers: Record<string, string>;
  payload: string | Buffer;
  etag?: string;
}

/** A response whose body is still being made. Ending the iteration early ends its source. */
export interface StreamedResponse {
  status: number;
  headers: Record<string, string>;
  chunks: AsyncGenerator<Uint8Array>;
  /** A client that has not read everything by then counts as gone. By `performance.now()`. */
  endsAtMs: number;
}

export type HttpResponse = BufferedResponse | StreamedResponse;

/** As Next wants it. The fast lane writes what was made as it is. */
export function fetchResponseOf(response: HttpResponse): Response {
  return new Response(bodyOf(response), { status: response.status, headers: response.headers });
}

function bodyOf(response: HttpResponse): BodyInit | null {
  if ('chunks' in response) return streamOf(response.chunks);
  const { payload } = response;
  if (payload.length === 0) return null;
  return typeof payload === 'string' ? payload : new Uint8Array(payload);
}

function streamOf(chunks: StreamedResponse['chunks']): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(new Uint8Array(next.value));
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

/** Pages of other sites see no header that is not named: neither the cost of a call nor `Retry-After`. */
export const readableByAnyPage = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': '*',
};

export function cacheableJson(value: unknown, headers: Record<string, string> = {}): BufferedResponse {
  return cacheableText(JSON.stringify(value), 'application/json', headers);
}

/** A response that a client may cache and revalidate by its ETag. */
export function cacheableText(
  text: string,
  contentType: string,
  headers: Record<string, string> = {},
): BufferedResponse {
  const etag = `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
  return {
    status: 200,
    headers: {
      'content-type': contentType,
      'content-length': String(Buffer.byteLength(text)),
      etag,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      ...readableByAnyPage,
      ...headers,
    },
    payload: text,
    etag,
  };
}

/** A response that must not be cached. */
export function freshResponse(
  status: number,
  contentType: string,
  payload: string | Buffer,
  headers: Record<string, string> = {},
): BufferedResponse {
  return {
    status,
    headers: {
      'content-type': contentType,
      'content-length': String(Buffer.byteLength(payload)),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...readableByAnyPage,
      ...headers,
    },
    payload,
  };
}

/** The whole response, or 304 if the client has it already. */
export function unlessNotModified(response: BufferedResponse, ifNoneMatch: string): BufferedResponse {
  if (!response.etag || !matches(ifNoneMatch, response.etag)) return response;
  const { 'content-type': _type, 'content-length': _length, ...headers } = response.headers;
  return { status: 304, headers, payload: '' };
}

function matches(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch
    .split(',')
    .some((candidate) => ['*', etag].includes(candidate.trim().replace(/^W\//, '')));
}

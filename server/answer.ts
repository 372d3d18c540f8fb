import { createHash } from 'node:crypto';

/** What an endpoint answers, complete: it can be sent to any number of callers. */
export interface Prepared {
  status: number;
  headers: Record<string, string>;
  payload: string | Buffer;
  etag?: string;
}

/**
 * A Response whose payload stays at hand. The fast lane writes the payload as it is; making a stream of it, which
 * costs more than all else in a short answer, is left to whoever asks for `body`.
 */
export class Answer extends Response {
  readonly payload: string | Buffer;

  constructor(prepared: Prepared) {
    super(null, { status: prepared.status, headers: prepared.headers });
    this.payload = prepared.payload;
  }

  override get body() {
    return this.payload.length === 0 ? null : this.#withBody().body;
  }

  override text(): Promise<string> {
    return this.#withBody().text();
  }

  override json(): Promise<unknown> {
    return this.#withBody().json();
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.#withBody().arrayBuffer();
  }

  #withBody(): Response {
    return new Response(typeof this.payload === 'string' ? this.payload : new Uint8Array(this.payload));
  }
}

/** What an endpoint answers before it is complete. Ending the iteration early ends what makes the chunks. */
export interface Streamed {
  status: number;
  headers: Record<string, string>;
  chunks: AsyncGenerator<Uint8Array>;
}

/** A Response whose chunks the fast lane writes itself; Next gets them as a stream. */
export class StreamedAnswer extends Response {
  readonly chunks: Streamed['chunks'];
  #stream: ReadableStream<Uint8Array<ArrayBuffer>> | undefined;

  constructor({ status, headers, chunks }: Streamed) {
    super(null, { status, headers });
    this.chunks = chunks;
  }

  override get body() {
    this.#stream ??= streamOf(this.chunks);
    return this.#stream;
  }
}

function streamOf(chunks: Streamed['chunks']): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

export const readableByAnyPage = { 'access-control-allow-origin': '*' };

export function prepareJson(value: unknown, headers: Record<string, string> = {}): Prepared {
  return prepareText(JSON.stringify(value), 'application/json', headers);
}

/** An answer that a cache may keep and ask about: its ETag says what it holds. */
export function prepareText(
  text: string,
  contentType: string,
  headers: Record<string, string> = {},
): Prepared {
  const payload = Buffer.from(text);
  const etag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 22)}"`;
  return {
    status: 200,
    headers: {
      'content-type': contentType,
      'content-length': String(payload.length),
      etag,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      ...readableByAnyPage,
      ...headers,
    },
    payload,
    etag,
  };
}

/** An answer of this moment only: nothing keeps it. */
export function prepareOnce(
  status: number,
  contentType: string,
  text: string,
  headers: Record<string, string> = {},
): Prepared {
  return {
    status,
    headers: {
      'content-type': contentType,
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...readableByAnyPage,
      ...headers,
    },
    payload: text,
  };
}

/** The whole answer, or 304 to a caller who has it already. */
export function answer(prepared: Prepared, ifNoneMatch: string | null = null): Answer {
  if (!prepared.etag || !ifNoneMatch || !matches(ifNoneMatch, prepared.etag)) return new Answer(prepared);
  const { 'content-type': _type, 'content-length': _length, ...headers } = prepared.headers;
  return new Answer({ status: 304, headers, payload: '' });
}

function matches(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch
    .split(',')
    .some((candidate) => ['*', etag].includes(candidate.trim().replace(/^W\//, '')));
}

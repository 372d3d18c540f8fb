import { type Duplex, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { countOf } from '../../lib/text/numbers.ts';
import { CleanedReply } from './cleaned-reply.ts';
import { retryAfterSeconds, type UpstreamAnswer, UpstreamFailure } from './exchange-failures.ts';
import type { Exchange, ExchangePlan } from './exchange.ts';
import type { UpstreamReply, Room } from './upstream-call.ts';

/** Limit for the body of an error response: enough for a list of faults. */
const failureBytes = 64 * 1024;

/** The status says most about a failure, so its body gets only this time. */
const failureBodyMs = 1_000;

/** Limit for an upstream's Retry-After. */
const mostRetryAfterSeconds = 3_600;

/** A successful response, or a failure according to its status. */
export function receiveReply(exchange: Exchange): UpstreamReply | Promise<never> {
  const { status, encoding } = exchange.head;
  const { call, sent } = exchange.plan;
  const decoded = encoding === '' ? exchange : new DecodedReply(exchange, call.limits.responseBytes);
  const reply = sent.length === 0 ? decoded : cleaned(decoded, exchange.plan);
  if (status < 300) return reply;
  if (status >= 400 && status < 500 && status !== 401 && status !== 403 && status !== 429)
    return reject(reply);
  if (status === 429 || status >= 500) return failWithBody(reply, exchange.head.retryAfter);
  exchange.abandon();
  const answer = status < 400 ? { status, contentType: '', body: null } : undefined;
  return Promise.reject(statusFailure(status, '', answer));
}

function statusFailure(
  status: number,
  retryAfter: string,
  answer: UpstreamAnswer | undefined,
): UpstreamFailure {
  const particulars = { status, cause: `The upstream answered ${status}.`, ...(answer && { answer }) };
  if (status < 400) {
    const detail = 'The API returned a redirect, which is not followed.';
    return new UpstreamFailure('upstream-redirect', 'awaiting-head', detail, particulars);
  }
  if (status === 401 || status === 403) {
    const detail = 'The API refuses the credential of this portal.';
    return new UpstreamFailure('upstream-auth', 'awaiting-head', detail, particulars);
  }
  if (status === 429) {
    const seconds = retrySeconds(retryAfter);
    const detail = `The API is busy. Try again in ${countOf(seconds, 'second')}.`;
    const headers = { 'retry-after': String(seconds) };
    return new UpstreamFailure('upstream-busy', 'awaiting-head', detail, { ...particulars, headers });
  }
  const detail = 'The API failed.';
  return new UpstreamFailure('upstream-failed', 'awaiting-head', detail, particulars);
}

function retrySeconds(retryAfter: string): number {
  const seconds = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000);
  if (!(seconds >= 1)) return retryAfterSeconds;
  return Math.min(seconds, mostRetryAfterSeconds);
}

/** An API may quote the request, and the caller sees the quote. */
function cleaned(reply: UpstreamReply, { call, sent }: ExchangePlan): UpstreamReply {
  const { origin } = new URL(call.request.url);
  const isRead = reply.status >= 300 || call.isRead === true;
  return new CleanedReply(reply, sent, { callId: call.callId, upstream: origin, isRead });
}

async function reject(reply: UpstreamReply): Promise<never> {
  const { status } = reply;
  const answer = await answerOf(reply);
  const detail = `The API rejected the request with status ${status}.`;
  throw new UpstreamFailure('upstream-rejected', 'buffering', detail, { status, answer });
}

async function failWithBody(reply: UpstreamReply, retryAfter: string): Promise<never> {
  throw statusFailure(reply.status, retryAfter, await answerOf(reply));
}

/** The status decides how the call ends, even if the body cannot be read. */
async function answerOf(reply: UpstreamReply): Promise<UpstreamAnswer> {
  const { status, contentType } = reply;
  const timer = setTimeout(() => reply.abandon(), failureBodyMs);
  const body = await reply.buffer(failureBytes).catch(nothingMore);
  clearTimeout(timer);
  if (body === null) reply.abandon();
  return { status, contentType, body };
}

function nothingMore(error: unknown): null {
  if (error instanceof UpstreamFailure) return null;
  throw error;
}

/** Decodes a response with unrequested compression. Limits apply to the decoded size. */
class DecodedReply {
  readonly contentLength = null;
  readonly #exchange: Exchange;
  readonly #mostBytes: number;
  readonly #chunks: AsyncGenerator<Buffer, void>;
  #read: Buffer[] = [];
  #readBytes = 0;
  #room: Room | undefined;

  constructor(exchange: Exchange, mostBytes: number) {
    this.#exchange = exchange;
    this.#mostBytes = mostBytes;
    this.#chunks = this.#decoded();
  }

  get status(): number {
    return this.#exchange.head.status;
  }

  get headers(): Record<string, string> {
    return this.#exchange.head.headers;
  }

  get contentType(): string {
    return this.#exchange.head.contentType;
  }

  get body(): AsyncIterable<Buffer> {
    return this;
  }

  async buffer(mostBytes: number): Promise<Buffer | null> {
    while (this.#readBytes <= mostBytes) {
      const chunk = await this.#next();
      if (!chunk) return Buffer.concat(this.#read);
      this.#read.push(chunk);
      this.#readBytes += chunk.length;
    }
    return null;
  }

  async readAhead(room: Room): Promise<boolean> {
    this.#room = room;
    for (let hasRoom = room.take(this.#readBytes); hasRoom; ) {
      const chunk = await this.#next();
      if (!chunk) return true;
      this.#read.push(chunk);
      this.#readBytes += chunk.length;
      hasRoom = room.take(chunk.length);
    }
    return false;
  }

  abandon(): void {
    this.#exchange.abandon();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void> {
    try {
      for (;;) {
        const chunk = this.#read.shift() ?? (await this.#next());
        if (!chunk) return;
        yield chunk;
        this.#room?.giveBack(chunk.length);
      }
    } finally {
      await this.#chunks.return();
      this.abandon();
    }
  }

  async #next(): Promise<Buffer | undefined> {
    const next = await this.#chunks.next();
    return next.done ? undefined : next.value;
  }

  async *#decoded(): AsyncGenerator<Buffer, void> {
    let decodedBytes = 0;
    try {
      for await (const chunk of this.#decoder()) {
        const bytes = bufferOf(chunk);
        decodedBytes += bytes.length;
        if (decodedBytes > this.#mostBytes) throw this.#exchange.tooLarge();
        yield bytes;
      }
    } catch (error) {
      if (error instanceof UpstreamFailure) throw error;
      const detail = 'The response of the API could not be decompressed.';
      throw this.#exchange.failure('upstream-failed', detail, String(error));
    }
  }

  #decoder(): Duplex {
    const decoder = decoderOf(this.#exchange.head.encoding);
    if (!decoder) {
      const detail = 'The API used a compression that was not requested.';
      throw this.#exchange.failure('upstream-failed', detail, this.#exchange.head.encoding);
    }
    // Errors reach the reader of the decoder.
    return pipeline(this.#exchange, decoder, () => {});
  }
}

function decoderOf(encoding: string): Duplex | undefined {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'br') return createBrotliDecompress();
  if (encoding === 'deflate') return createInflate();
  return undefined;
}

/** The streams of zlib return bytes unless an encoding is set. */
function bufferOf(chunk: unknown): Buffer {
  return chunk as Buffer;
}

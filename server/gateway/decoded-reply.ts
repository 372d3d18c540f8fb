import { type Duplex, pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Exchange } from './exchange.ts';
import type { Room } from './upstream-reply.ts';
import { UpstreamFailure } from './upstream-failure.ts';

/** Decodes a response with unrequested compression. Limits apply to the decoded size. */
export class DecodedReply {
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

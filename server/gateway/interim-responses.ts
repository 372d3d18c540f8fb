import type { Socket } from 'node:net';

/** More bytes before a final response are refused. */
const mostInterimBytes = 64 * 1024;

/** The length of `HTTP/1.1 100`. */
const statusEnd = 12;
const firstDigit = 9;
const one = '1'.charCodeAt(0);

/** All 1xx except 101, a switch of protocols, which is final. */
const interim = /^HTTP\/1\.\d 1(?!01)\d\d$/;

type Done = (error?: Error | null) => void;

const headEnd = Buffer.from('\r\n\r\n');
const [carriageReturn] = headEnd;

/** Removes interim responses (100, 102, 103), because undici closes the connection at a 100. */
export function dropInterimResponses(socket: Socket): void {
  const filter = new InterimFilter();
  const write = socket.write.bind(socket);
  const push = socket.push.bind(socket);
  socket.write = (chunk: string | Uint8Array, second?: BufferEncoding | Done, done?: Done) => {
    filter.expectResponse();
    return typeof second === 'string' ? write(chunk, second, done) : write(chunk, second);
  };
  socket.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (!(chunk instanceof Buffer)) return push(chunk, encoding);
    const rest = filter.take(chunk);
    if (rest === 'flood') {
      socket.destroy(
        new Error(`The upstream sent more than ${mostInterimBytes} bytes of interim responses.`),
      );
      return false;
    }
    return rest === undefined || push(rest);
  };
}

/**
 * Filters from a request up to the status of its final response. A request is written completely before its response is
 * read, and the next request follows after the response.
 */
class InterimFilter {
  #isPassing = true;
  #isSkipping = false;
  /** The start of a response that arrived in pieces. */
  #start = '';
  #matched = 0;
  #dropped = 0;

  expectResponse(): void {
    if (!this.#isPassing) return;
    this.#isPassing = false;
    this.#dropped = 0;
  }

  /** The rest of a chunk; undefined if nothing is left. */
  take(chunk: Buffer): Buffer | undefined | 'flood' {
    if (this.#isPassing) return chunk;
    let at = 0;
    while (at < chunk.length) {
      if (this.#isSkipping) {
        at = this.#skip(chunk, at);
        if (this.#dropped > mostInterimBytes) return 'flood';
        continue;
      }
      const isWhole = this.#start === '' && chunk.length - at >= statusEnd;
      if (isWhole && chunk[at + firstDigit] !== one) return this.#pass(chunk, at);
      const start = this.#start + chunk.toString('latin1', at, at + statusEnd - this.#start.length);
      if (start.length < statusEnd) {
        this.#start = start;
        return undefined;
      }
      if (!interim.test(start)) return this.#pass(chunk, at);
      at += statusEnd - this.#start.length;
      this.#start = '';
      this.#isSkipping = true;
    }
    return undefined;
  }

  #pass(chunk: Buffer, at: number): Buffer {
    const start = this.#start;
    this.#isPassing = true;
    this.#start = '';
    const rest = at === 0 ? chunk : chunk.subarray(at);
    return start === '' ? rest : Buffer.concat([Buffer.from(start, 'latin1'), rest]);
  }

  /** Skips to the end of the head or of the chunk. */
  #skip(chunk: Buffer, from: number): number {
    let at = from;
    while (at < chunk.length && this.#matched < headEnd.length) {
      const byte = chunk[at];
      if (byte === headEnd[this.#matched]) this.#matched += 1;
      else this.#matched = byte === carriageReturn ? 1 : 0;
      at += 1;
    }
    this.#dropped += at - from;
    if (this.#matched === headEnd.length) {
      this.#matched = 0;
      this.#isSkipping = false;
    }
    return at;
  }
}

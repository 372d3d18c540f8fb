import { type LookupAddress, promises as dns } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';
import { buildConnector } from 'undici';
import { errorText, log } from '../log.ts';
import { allowsName, type EgressAllow, portOf, addressProblem } from './egress-allow.ts';

export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** What strangers are told instead of the message, which may have internal addresses. */
class Withheld extends Error {
  constructor(
    message: string,
    readonly outward: string,
  ) {
    super(message);
  }
}

/** The address may not be called, or a resolved address, or the socket has another peer. */
export class EgressBlocked extends Withheld {}

/** A name has no address. Strangers cannot tell it from a name with an address that may not be called. */
class NameUnresolved extends Withheld {
  readonly code: string;

  constructor(error: unknown, hostname: string) {
    super(error instanceof Error ? error.message : String(error), nothingAt(hostname));
    this.code = error instanceof Error ? codeOf(error) : 'Error';
  }
}

function nothingAt(hostname: string): string {
  return `There is nothing on the public internet at ${hostname}.`;
}

/** The connection failed, so no byte of the request was sent. */
export class ConnectFailure extends Error {
  constructor(override readonly cause: Error) {
    super(cause.message);
  }
}

/** Why something could not be had from an address that a stranger chose, in a sentence for them. */
export function outwardReason(error: unknown): string {
  const cause = error instanceof ConnectFailure ? error.cause : error;
  const isConnecting = error instanceof ConnectFailure;
  if (isConnecting || cause instanceof Withheld) log('info', 'not-connected', { error: errorText(cause) });
  if (cause instanceof Withheld) return cause.outward;
  return isConnecting ? `The connection failed (${codeOf(error.cause)}).` : errorText(error);
}

/** The code of an error of Node or Undici. */
export function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

export const resolveName: Resolve = (hostname) => dns.lookup(hostname, { all: true, verbatim: true });

/**
 * Creates the connections of a pool. Node does not call `lookup` for literal addresses, so these are checked earlier,
 * in the URL. Resolved addresses are checked here, and the peer of the socket again.
 */
export function guardedConnector(
  origin: URL,
  allow: EgressAllow,
  connectMs: number,
  resolve: Resolve,
): buildConnector.connector {
  const port = portOf(origin);
  const isNamed = allowsName(allow, origin.hostname, port);
  const problemOf = (address: string) =>
    isNamed ? undefined : addressProblem(address, port, allow, origin.hostname);
  const connect = buildConnector({ timeout: connectMs, lookup: guardedLookup(resolve, problemOf) });
  return (options, callback) => {
    const socket = socketOf(
      connect(options, (error, connected) => {
        if (error) callback(new ConnectFailure(error), null);
        else callback(null, connected);
      }),
    );
    dropInterimResponses(socket);
    socket.prependOnceListener('connect', () => {
      const problem = problemOf(socket.remoteAddress ?? '');
      if (problem !== undefined) socket.destroy(new EgressBlocked(problem, nothingAt(origin.hostname)));
    });
  };
}

function guardedLookup(resolve: Resolve, problemOf: (address: string) => string | undefined): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (answers) => {
        const problem = answers.map(({ address }) => problemOf(address)).find((one) => one !== undefined);
        const [first] = answers;
        if (problem !== undefined)
          callback(new EgressBlocked(`${hostname}: ${problem}`, nothingAt(hostname)), []);
        else if (!first) callback(new NameUnresolved(`${hostname} has no address.`, hostname), []);
        else if (options.all) callback(null, answers);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(new NameUnresolved(error, hostname), []),
    );
  };
}

/** Undici's connector returns the socket that it opens, but its types omit that. */
function socketOf(connecting: unknown): Socket {
  return connecting as Socket;
}

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
function dropInterimResponses(socket: Socket): void {
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

import { type IncomingMessage, ServerResponse } from 'node:http';
import { Problem } from '../../lib/problem/problem.ts';
import { clientAddress, findGuest } from '../callers/guest.ts';
import type { Context } from '../context.ts';
import type { AbortReason } from '../gateway/deadlines.ts';
import { bodyTooLarge } from '../inputs/read-json-object.ts';
import { HeldBytes } from '../limits/waiting-line.ts';
import { isCutByStop } from './unread-responses.ts';

/** The budget of all bodies at once. Callers over their share are told to come again, before memory runs out. */
const mostHeldBytes = 256 * 1024 * 1024;

/** The memory of a chunk beside its bytes: a body that is sent byte by byte takes hundreds of times its length. */
const bytesForEachChunk = 512;

/** Longer bodies are joined in shared memory, where other threads read them without a copy of their own. */
export const leastSharedBytes = 32 * 1024 + 1;

/** A body of up to so many bytes is an ordinary call's, and counts as its request alone. */
const freeBytes = 4 * 1024;

const heldBytes = new HeldBytes(mostHeldBytes);

/** The parts of a request that a `Request` of the fetch standard has no room for: its connection and its body. */
export class ClientConnection {
  readonly #context: Context;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  /** As it arrived: Next adds its own value later. */
  readonly #forwardedFor: string;
  #address: string | undefined;

  constructor(context: Context, incoming: IncomingMessage, outgoing: ServerResponse) {
    this.#context = context;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#forwardedFor = String(incoming.headers['x-forwarded-for'] ?? '');
  }

  /** The address of the client. Refuses a connection that has none any more: nobody knows whose guest it was. */
  get address(): string {
    this.#address ??= clientAddress(
      this.#socketAddress,
      this.#forwardedFor,
      this.#context.settings.trustedProxies,
    );
    return this.#address;
  }

  /** Why the connection ended before the answer was complete, if it did. */
  get gone(): AbortReason | undefined {
    return this.#outgoing.destroyed && !this.#outgoing.writableFinished ? this.#goneReason : undefined;
  }

  /** The network that the address is of. */
  get network(): string {
    return findGuest(this.#context, this.address).network;
  }

  /**
   * Reads the body, once. Undefined if there is none. Its bytes count for the network and, if there is one, for the
   * account.
   */
  async body(limitBytes: number, account?: string): Promise<Buffer | undefined> {
    if (!hasBody(this.#incoming)) return undefined;
    // A connection that has ended already says nothing more.
    if (this.#outgoing.destroyed) throw endedEarly();
    const { network } = this;
    const charge = (bytes: number) => this.#context.rateLimits.takeBytes(network, account, bytes);
    const body = await readBytes(this.#incoming, this.#outgoing, { limitBytes, network, charge });
    if (this.#outgoing.closed) throw endedEarly();
    return body;
  }

  /** Calls the listener when the caller is gone before its answer was complete; at once where that is so already. */
  whenGone(listener: (reason: AbortReason) => void): void {
    const outgoing = this.#outgoing;
    const tell = () => listener(this.#goneReason);
    if (this.gone) tell();
    else outgoing.on('close', () => outgoing.writableFinished || tell());
  }

  /** Calls the listener once the answer was sent, or its connection has ended. */
  whenOver(listener: () => void): void {
    const outgoing = this.#outgoing;
    if (outgoing.closed) listener();
    else outgoing.on('close', listener);
  }

  get #socketAddress(): string {
    const { remoteAddress } = this.#incoming.socket;
    if (remoteAddress === undefined) throw endedEarly();
    return remoteAddress;
  }

  get #goneReason(): AbortReason {
    return isCutByStop(this.#incoming.socket) ? 'portal-stopped' : 'client-gone';
  }
}

interface Reading {
  limitBytes: number;
  network: string;
  /** Charges bytes to whoever sends them, or refuses. */
  charge(bytes: number): Promise<void>;
}

async function readBytes(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  reading: Reading,
): Promise<Buffer> {
  const announced = Number(incoming.headers['content-length'] ?? 0);
  if (announced > reading.limitBytes) throw bodyTooLarge(reading);
  // Before anything of it is taken: whoever has spent the budget learns it at once.
  if (announced > freeBytes) await reading.charge(announced);
  if (outgoing.destroyed) throw endedEarly();
  if (/100-continue/i.test(incoming.headers.expect ?? '')) outgoing.writeContinue();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let weight = 0;
    let charged = announced;
    let charging = Promise.resolve();
    const letGo = () => {
      chunks.length = 0;
      heldBytes.giveBack(reading.network, weight);
      weight = 0;
    };
    const refuse = (problem: Error) => {
      incoming.off('data', take).off('end', end).pause();
      // Its connection stays for a moment, and shall not keep others out.
      letGo();
      reject(problem);
    };
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      weight += chunk.length + bytesForEachChunk;
      const hasRoom = heldBytes.take(reading.network, chunk.length + bytesForEachChunk);
      if (length > reading.limitBytes) return refuse(bodyTooLarge(reading));
      if (!hasRoom) return refuse(tooMuchAtOnce());
      if (length - charged <= freeBytes) return;
      charging = reading.charge(length - charged);
      charging.catch(refuse);
      charged = length;
    };
    // Emitted only once; `on` costs less than `once`.
    outgoing.on('close', letGo);
    incoming.on('data', take);
    const finish = () => {
      const body = joined(chunks, length);
      // The list stays until the answer is complete; what it held does not.
      chunks.length = 0;
      resolve(body);
    };
    const end = () => void charging.then(finish, refuse);
    incoming.on('end', end);
    incoming.on('error', reject);
    incoming.on('aborted', () => reject(endedEarly()));
  });
}

/** Frees each chunk once it is copied: a large body would take its memory twice. */
function joined(chunks: Buffer[], length: number): Buffer {
  const [only] = chunks;
  if (length < leastSharedBytes) return only && chunks.length === 1 ? only : Buffer.concat(chunks, length);
  const body = Buffer.from(new SharedArrayBuffer(length));
  let at = 0;
  for (let chunk = chunks.pop(); chunk; chunk = chunks.pop()) {
    at += chunk.length;
    chunk.copy(body, length - at);
  }
  return body;
}

function tooMuchAtOnce(): Problem {
  return new Problem('unavailable', 'Too many large requests at once.', [], {
    'retry-after': '1',
  });
}

export function endedEarly(): Problem {
  return new Problem('bad-request', 'The connection closed before the response.');
}

/** The part of a request that handlers read. The fetch standard's `Request` fits, but is expensive to make. */
export interface HttpRequest {
  method: string;
  url: string;
  headers: Pick<Headers, 'get'>;
  /** The connection, for requests of the fast lane. */
  connection?: ClientConnection;
}

/** How long a client that has its answer may go on sending its body; then the connection ends. */
const discardLimitMs = 1_000;
const lastChunkMs = 100;

/**
 * An answer may be there before the body is read: a refusal, or what needs no body. Many clients read it only once they
 * have sent everything. So what they still send is thrown away for a moment: a connection that ends at once would lose
 * the answer. `head` is emitted when the status is written.
 */
export class EarlyResponse<
  Incoming extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Incoming> {
  /** Whether another `Accept` gets something else. Next names what it varies by itself, and would replace ours. */
  variesByAccept = false;

  override writeHead(status: number, ...rest: unknown[]): this {
    if (this.variesByAccept)
      this.setHeader('vary', [this.getHeader('vary') ?? [], 'Accept'].flat().join(', '));
    super.writeHead(...headArguments([status, ...rest]));
    if (this.listenerCount('head') > 0) this.emit('head');
    return this;
  }

  override end(...given: unknown[]): this {
    const { req: incoming } = this;
    if (incoming.complete || this.writableEnded || !hasBody(incoming))
      return super.end(...endArguments(given));
    const [last] = given;
    if (typeof last === 'string' || last instanceof Uint8Array) this.write(...writeArguments(given));
    else this.flushHeaders();
    // An answer in chunks is whole with its last one, which a client that reads already gets before the connection ends.
    const limit = setTimeout(() => super.end(), discardLimitMs);
    const late = setTimeout(() => incoming.socket.destroy(), discardLimitMs + lastChunkMs);
    incoming.once('end', () => super.end());
    incoming.once('close', () => {
      clearTimeout(limit);
      clearTimeout(late);
    });
    incoming.resume();
    return this;
  }
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Guaranteed by the signatures of `writeHead`, which these are the arguments of. */
function headArguments(given: unknown[]): Parameters<ServerResponse['writeHead']> {
  return given as Parameters<ServerResponse['writeHead']>;
}

/** Guaranteed by the signatures of `end`, which these are the arguments of. */
function endArguments(given: unknown[]): Parameters<ServerResponse['end']> {
  return given as Parameters<ServerResponse['end']>;
}

/** Guaranteed by the signatures of `end`: what it takes before its end, `write` takes, too. */
function writeArguments(given: unknown[]): Parameters<ServerResponse['write']> {
  return given as Parameters<ServerResponse['write']>;
}

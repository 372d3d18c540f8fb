import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem } from '../lib/problem.ts';
import type { Asker } from './asker.ts';
import { requestAddress } from './callers/request-address.ts';
import { findGuest } from './callers/find-guest.ts';
import { HeldBytes } from './held-bytes.ts';
import { portal } from './portal.ts';

/** Names a request on its way through Next. What comes from outside under it is replaced, so nobody can forge it. */
export const ticketHeader = 'farebox-ticket';

/** Of all bodies at once: past their share of it callers are told to come again, before memory runs out. */
const mostHeldBytes = 256 * 1024 * 1024;

/** What a chunk weighs beside what is in it. Whoever sends a body byte by byte has hundreds of times as much held. */
const bytesForEachChunk = 512;

const boot = randomBytes(16).toString('hex');
let tickets = 0;
const heldBytes = new HeldBytes(mostHeldBytes);

/** What a request is beside its address and headers, and what a `Request` of the fetch standard has no room for. */
export class Arrival {
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  /** As it arrived: Next adds a line of its own to what it is handed. */
  readonly #forwardedFor: string;
  /** Absent where the request had none. */
  readonly body: Buffer | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer | undefined) {
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.body = body;
    this.#forwardedFor = String(incoming.headers['x-forwarded-for'] ?? '');
  }

  /** Where the request came from. */
  get address(): string {
    return requestAddress(this.#incoming.socket.remoteAddress, this.#forwardedFor);
  }

  /** The connection ended before the answer was complete. */
  get isGone(): boolean {
    return this.#outgoing.destroyed && !this.#outgoing.writableFinished;
  }

  /** Calls the listener when the caller is gone before its answer was complete; at once where that is so already. */
  whenGone(listener: () => void): void {
    const outgoing = this.#outgoing;
    if (this.isGone) listener();
    else outgoing.once('close', () => outgoing.writableFinished || listener());
  }
}

/** Reads the body of a request. The limit holds while reading, not after. Undefined where the caller is gone by then. */
export async function readArrival(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  limitBytes: number,
): Promise<Arrival | undefined> {
  const { headers } = incoming;
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  const body = hasBody ? await readBytes(incoming, outgoing, limitBytes) : undefined;
  return outgoing.closed ? undefined : new Arrival(incoming, outgoing, body);
}

/**
 * Next's handlers and pages never see the body of a GET, nor who asks: what they are asked carries a ticket for it.
 * What the fast lane asks carries the arrival itself, since a map in which every call comes and goes keeps what it let
 * go of until the whole heap is collected.
 */
export function leaveArrival(incoming: IncomingMessage, outgoing: ServerResponse, arrival: Arrival): void {
  const ticket = `${boot}.${++tickets}`;
  incoming.headers[ticketHeader] = ticket;
  portal().arrivals.set(ticket, arrival);
  outgoing.once('close', () => portal().arrivals.delete(ticket));
}

/** What came with a request; `undefined` for one that did not come through the server, or that is over. */
export function arrivalOf(request: Asker): Arrival | undefined {
  if (request.arrival) return request.arrival;
  const ticket = request.headers.get(ticketHeader);
  return ticket === null ? undefined : portal().arrivals.get(ticket);
}

function tooMuchAtOnce(): Problem {
  return new Problem('unavailable', 'Too many large bodies are arriving at once.', [], {
    'retry-after': '1',
  });
}

function readBytes(incoming: IncomingMessage, outgoing: ServerResponse, limitBytes: number): Promise<Buffer> {
  const tooLarge = () =>
    new Problem('body-too-large', `The body may have ${limitBytes} bytes, and has more.`);
  if (Number(incoming.headers['content-length'] ?? 0) > limitBytes) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const network = networkOf(incoming);
    let length = 0;
    let weight = 0;
    const letGo = () => {
      chunks.length = 0;
      heldBytes.giveBack(network, weight);
      weight = 0;
    };
    outgoing.once('close', letGo);
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      weight += chunk.length + bytesForEachChunk;
      const hasRoom = heldBytes.take(network, chunk.length + bytesForEachChunk);
      if (length <= limitBytes && hasRoom) return;
      incoming.off('data', take).pause();
      // Its connection stays for a moment, and shall not keep others out.
      letGo();
      reject(length > limitBytes ? tooLarge() : tooMuchAtOnce());
    };
    incoming.on('data', take);
    incoming.on('end', () => {
      const [only] = chunks;
      resolve(only && chunks.length === 1 ? only : Buffer.concat(chunks, length));
    });
    incoming.on('error', reject);
    incoming.on('aborted', () =>
      reject(new Problem('bad-request', 'The connection ended before the body did.')),
    );
  });
}

function networkOf({ socket, headers }: IncomingMessage): string {
  return findGuest(requestAddress(socket.remoteAddress, String(headers['x-forwarded-for'] ?? ''))).network;
}

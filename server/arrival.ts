import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem } from '../lib/problem.ts';
import type { Asker } from './asker.ts';
import { requestAddress } from './callers/request-address.ts';
import { findGuest } from './callers/find-guest.ts';
import { HeldBytes } from './held-bytes.ts';
import { portal } from './portal.ts';

/** Names a request inside the process. From outside it is taken off every request, so nobody can forge it. */
export const ticketHeader = 'farebox-ticket';

/** Of all bodies at once: past their share of it callers are told to come again, before memory runs out. */
const mostHeldBytes = 256 * 1024 * 1024;

const boot = randomBytes(16).toString('hex');
let tickets = 0;
const heldBytes = new HeldBytes(mostHeldBytes);
const held = new WeakMap<IncomingMessage, { network: string; bytes: number }>();

/** What a request is beside its address and headers, and what a `Request` of the fetch standard has no room for. */
export class Arrival {
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  /** As it arrived: Next adds a line of its own to what it is handed. */
  readonly #forwardedFor: string;
  /** Whether a proxy says that it passes on the request of somebody else. */
  readonly isForwarded: boolean;
  /** Absent where the request had none. */
  readonly body: Buffer | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer | undefined) {
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.body = body;
    const { headers } = incoming;
    this.#forwardedFor = String(headers['x-forwarded-for'] ?? '');
    this.isForwarded = [headers['x-forwarded-for'], headers.forwarded, headers.via].some(Boolean);
  }

  /** Where the request came from. */
  get address(): string {
    return requestAddress(this.#incoming.socket.remoteAddress, this.#forwardedFor);
  }

  /** Calls the listener when the caller is gone before its answer was complete; at once where that is so already. */
  whenGone(listener: () => void): void {
    const outgoing = this.#outgoing;
    if (outgoing.destroyed && !outgoing.writableFinished) listener();
    else outgoing.once('close', () => outgoing.writableFinished || listener());
  }
}

/**
 * Next's route handlers never see the body of a GET, nor who asks, so the server reads every body to an API path
 * itself and leaves it here; the request carries a ticket for it. The limit holds while reading, not after.
 */
export async function keepArrival(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  limitBytes: number,
): Promise<void> {
  const { headers } = incoming;
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  const ticket = newTicket(incoming, outgoing);
  const body = hasBody ? await readBytes(incoming, limitBytes) : undefined;
  if (!outgoing.closed) portal().arrivals.set(ticket, new Arrival(incoming, outgoing, body));
}

/** The same for a page, which has no use for a body. */
export function announceArrival(incoming: IncomingMessage, outgoing: ServerResponse): void {
  portal().arrivals.set(newTicket(incoming, outgoing), new Arrival(incoming, outgoing, undefined));
}

function newTicket(incoming: IncomingMessage, outgoing: ServerResponse): string {
  const ticket = `${boot}.${++tickets}`;
  incoming.headers[ticketHeader] = ticket;
  outgoing.once('close', () => forget(incoming, ticket));
  return ticket;
}

/** What came with a request; `undefined` for one that did not come through the server, or that is over. */
export function arrivalOf(request: Asker): Arrival | undefined {
  const ticket = request.headers.get(ticketHeader);
  return ticket === null ? undefined : portal().arrivals.get(ticket);
}

function forget(incoming: IncomingMessage, ticket: string): void {
  const mine = held.get(incoming);
  if (mine) heldBytes.giveBack(mine.network, mine.bytes);
  held.delete(incoming);
  portal().arrivals.delete(ticket);
}

function tooMuchAtOnce(): Problem {
  return new Problem('unavailable', 'Too many large bodies are arriving at once.', [], {
    'retry-after': '1',
  });
}

function readBytes(incoming: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const tooLarge = () =>
    new Problem('body-too-large', `The body may have ${limitBytes} bytes, and has more.`);
  if (Number(incoming.headers['content-length'] ?? 0) > limitBytes) return Promise.reject(tooLarge());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const mine = { network: networkOf(incoming), bytes: 0 };
    held.set(incoming, mine);
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      mine.bytes += chunk.length;
      const hasRoom = heldBytes.take(mine.network, chunk.length);
      if (mine.bytes <= limitBytes && hasRoom) return;
      incoming.off('data', take).pause();
      reject(mine.bytes > limitBytes ? tooLarge() : tooMuchAtOnce());
    };
    incoming.on('data', take);
    incoming.on('end', () => resolve(Buffer.concat(chunks, mine.bytes)));
    incoming.on('error', reject);
    incoming.on('aborted', () =>
      reject(new Problem('bad-request', 'The connection ended before the body did.')),
    );
  });
}

function networkOf({ socket, headers }: IncomingMessage): string {
  return findGuest(requestAddress(socket.remoteAddress, String(headers['x-forwarded-for'] ?? ''))).network;
}

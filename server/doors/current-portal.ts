import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiDocument } from '../../lib/reference/api-document.ts';
import type { Cache } from '../cache.ts';
import type { Context } from '../context.ts';
import type { ClientConnection, HttpRequest } from '../http/client-connection.ts';
import type { BufferedResponse } from '../http/response.ts';

/** The portal of this process, for its doors. Verbs get a context instead. */
export interface Portal {
  context: Context;
  /** Client connections by ticket while their requests pass through Next. */
  connections: Map<string, ClientConnection>;
  /** Complete responses that depend only on the address and published data. */
  responses: Cache<string, BufferedResponse>;
  /** The portal's own document as pages show it. Next builds the pages without what it is made of. */
  reference(): Promise<ApiDocument>;
}

const slot = Symbol.for('farebox');

interface Place {
  portal?: Portal;
}

/** Looked up once, because searching the symbols of the process is slow. */
const place = sharedPlace();

export function setPortal(opened: Portal): void {
  place.portal = opened;
}

/** `server/main` opens it before the first request. */
export function portal(): Portal {
  return place.portal ?? notOpened();
}

/** The server and Next load modules separately, so per-process objects are stored under a global symbol. */
function sharedPlace(): Place {
  const known = knownPlace();
  if (known) return known;
  const made: Place = {};
  Reflect.set(globalThis, slot, made);
  return made;
}

/** Only `sharedPlace` writes the slot. */
function knownPlace(): Place | undefined {
  return Reflect.get(globalThis, slot) as Place | undefined;
}

function notOpened(): never {
  throw new Error('The portal is not open: start it with `npm start` or `npm run dev`.');
}

/** Identifies a request on its way through Next. A value from outside is replaced, so it cannot be forged. */
const ticketHeader = 'farebox-ticket';

const boot = randomBytes(16).toString('hex');
let tickets = 0;

/**
 * Next's handlers and pages see neither the body of a GET nor the connection: their requests carry a ticket for it.
 * Requests of the fast lane carry the connection itself: a map in which every call comes and goes would keep removed
 * entries until the whole heap is collected.
 */
export function leaveConnection(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  connection: ClientConnection,
): void {
  const ticket = `${boot}.${++tickets}`;
  incoming.headers[ticketHeader] = ticket;
  portal().connections.set(ticket, connection);
  outgoing.once('close', () => portal().connections.delete(ticket));
}

/** Finds the connection of a request; undefined if it did not come through the server, or has ended. */
export function connectionOf(request: HttpRequest): ClientConnection | undefined {
  if (request.connection) return request.connection;
  const ticket = request.headers.get(ticketHeader);
  return ticket === null ? undefined : portal().connections.get(ticket);
}

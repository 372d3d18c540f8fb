import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { portal } from './current-portal.ts';
import type { ClientConnection, HttpRequest } from '../http/client-connection.ts';

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

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { portal } from '../portal/current-portal.ts';
import type { ClientConnection } from './client-connection.ts';
import type { HttpRequest } from './http-request.ts';

/** Names a request on its way through Next. What comes from outside under it is replaced, so nobody can forge it. */
const ticketHeader = 'farebox-ticket';

const boot = randomBytes(16).toString('hex');
let tickets = 0;

/**
 * Next's handlers and pages never see the body of a GET, nor who asks: what they are asked carries a ticket for it.
 * What the fast lane asks carries the connection itself, since a map in which every call comes and goes keeps what it let
 * go of until the whole heap is collected.
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

/** Finds the connection of a request; `undefined` where it did not come through the server, or is over. */
export function connectionOf(request: HttpRequest): ClientConnection | undefined {
  if (request.connection) return request.connection;
  const ticket = request.headers.get(ticketHeader);
  return ticket === null ? undefined : portal().connections.get(ticket);
}

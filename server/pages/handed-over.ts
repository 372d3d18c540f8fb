import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from '../callers/guest.ts';
import { ClientConnection } from '../http/client-connection.ts';
import type { Context } from '../context.ts';

/** Two headers for the pages process. Only the front can reach its socket. */
const addressHeader = 'farebox-address';
const publishedHeader = 'farebox-published';

/** The path of the readiness check. It never clashes with a page, because the front responds to API paths itself. */
export const checkPath = '/api/health';

/** Headers of a connection or a body. Page requests have no body. */
const leftOut = new Set([
  'connection',
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers to forward, with the client's address and the publication counts. */
export function handedOverHeaders(incoming: IncomingMessage, published: string): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(incoming.headers)) if (!leftOut.has(name)) headers[name] = value;
  headers[addressHeader] = incoming.socket.remoteAddress ?? '';
  headers[publishedHeader] = published;
  return headers;
}

/** Reads and removes the two headers. */
export function takeHandedOver({ headers }: IncomingMessage): { socketAddress: string; published: string } {
  const handed = {
    socketAddress: String(headers[addressHeader]),
    published: String(headers[publishedHeader]),
  };
  delete headers[addressHeader];
  delete headers[publishedHeader];
  return handed;
}

export function isOfConnection(name: string): boolean {
  return leftOut.has(name) && name !== 'content-length';
}

/** A client connection that the front forwards. */
export class HandedOver extends ClientConnection {
  readonly #address: string;

  constructor(context: Context, incoming: IncomingMessage, outgoing: ServerResponse, socketAddress: string) {
    super(context, incoming, outgoing);
    const forwardedFor = incoming.headers['x-forwarded-for'];
    this.#address = clientAddress(
      socketAddress,
      forwardedFor === undefined ? null : String(forwardedFor),
      context.settings.trustedProxies,
    );
  }

  override get address(): string {
    return this.#address;
  }
}

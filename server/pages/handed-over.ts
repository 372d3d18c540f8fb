import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from '../callers/client-address.ts';
import { ClientConnection } from '../http/client-connection.ts';
import type { Context } from '../portal/context.ts';

/** The two headers that a request carries from the one process to the other. Nobody else can reach the socket. */
const addressHeader = 'farebox-address';
const publishedHeader = 'farebox-published';

/** The path at which the pages' process says that it can render. No page has it: the API is answered elsewhere. */
export const checkPath = '/api/health';

/** Of one connection alone, or of a body: pages are asked for without one. */
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

/** The headers to hand over, with where the request came from and what has been published so far. */
export function handedOverHeaders(incoming: IncomingMessage, published: string): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(incoming.headers)) if (!leftOut.has(name)) headers[name] = value;
  headers[addressHeader] = incoming.socket.remoteAddress ?? '';
  headers[publishedHeader] = published;
  return headers;
}

/** Takes those two off again. */
export function takeHandedOver({ headers }: IncomingMessage): { socketAddress: string; published: string } {
  const handed = {
    socketAddress: String(headers[addressHeader]),
    published: String(headers[publishedHeader]),
  };
  delete headers[addressHeader];
  delete headers[publishedHeader];
  return handed;
}

/** Whether a header of an answer belongs to its connection. */
export function isOfConnection(name: string): boolean {
  return leftOut.has(name) && name !== 'content-length';
}

/** A client's connection that ends at the other process. */
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

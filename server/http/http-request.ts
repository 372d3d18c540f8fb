import type { ClientConnection } from './client-connection.ts';

/** The part of a request that handlers read. The fetch standard's `Request` fits, but is expensive to make. */
export interface HttpRequest {
  method: string;
  url: string;
  headers: Pick<Headers, 'get'>;
  /** The connection, for requests of the fast lane. */
  connection?: ClientConnection;
}

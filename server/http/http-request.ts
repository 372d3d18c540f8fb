import type { ClientConnection } from './client-connection.ts';

/** What is asked of a request. The `Request` of the fetch standard has all of it, and costs far more than it. */
export interface HttpRequest {
  method: string;
  url: string;
  headers: Pick<Headers, 'get'>;
  /** What came with it, where it comes by the fast lane. */
  connection?: ClientConnection;
}

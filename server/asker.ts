import type { Arrival } from './arrival.ts';

/** What is asked of a request. The `Request` of the fetch standard has all of it, and costs far more than it. */
export interface Asker {
  method: string;
  url: string;
  headers: Pick<Headers, 'get'>;
  /** What came with it, where it comes by the fast lane. */
  arrival?: Arrival;
}

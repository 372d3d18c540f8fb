import type { JsonObject } from '../../lib/json/json.ts';

export interface GivenInput {
  /** The network of the client; empty for a published example. */
  network: string;
  /** Parsed if it is small. */
  value?: JsonObject | undefined;
  bytes: Buffer;
  contentType: string | null;
  contentEncoding: string | null;
  /** Calls the listener if the client disconnects. */
  whenGone(listener: () => void): void;
}

/** A published example, which no client has sent. */
export function publishedInput(value: JsonObject): GivenInput {
  return {
    value,
    bytes: Buffer.from(JSON.stringify(value)),
    contentType: null,
    contentEncoding: null,
    network: '',
    whenGone: () => {},
  };
}

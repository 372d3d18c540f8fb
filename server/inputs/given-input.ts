import type { JsonObject } from '../../lib/json/json.ts';

/** The input of a product as it came. */
export interface GivenInput {
  /** The network that it came from; empty for an example that nobody has sent. */
  network: string;
  /** Parsed, where it is small. */
  value?: JsonObject | undefined;
  bytes: Buffer;
  contentType: string | null;
  contentEncoding: string | null;
  /** Calls the listener if nobody waits for what becomes of it any more. */
  whenGone(listener: () => void): void;
}

/** An example of a product, which nobody has sent. */
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

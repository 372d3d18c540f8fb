import type { JsonObject } from '../../lib/json/json.ts';
import { type ClientConnection, leastSharedBytes } from '../http/client-connection.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { readJsonObject } from '../http/read-json-object.ts';

const nothing = Buffer.alloc(0);

/** The input of a product as it came. */
export interface GivenInput extends Pick<ClientConnection, 'network'> {
  /** Parsed, where it is small. */
  value?: JsonObject | undefined;
  bytes: Buffer;
  contentType: string | null;
  contentEncoding: string | null;
  /** Calls the listener if nobody waits for what becomes of it any more. */
  whenGone(listener: () => void): void;
}

/** Reads a body of at most so many bytes. They are charged to the account, where one is known. */
export async function readGivenInput(
  { headers }: Pick<HttpRequest, 'headers'>,
  connection: ClientConnection,
  limitBytes: number,
  account?: string,
): Promise<GivenInput> {
  const bytes = (await connection.body(limitBytes, account)) ?? nothing;
  // Threads read larger inputs: parsing them may take milliseconds, for which everybody would wait.
  const value = bytes.length < leastSharedBytes ? (readJsonObject(headers, bytes) ?? {}) : undefined;
  return {
    value,
    bytes,
    contentType: headers.get('content-type'),
    contentEncoding: headers.get('content-encoding'),
    network: connection.network,
    whenGone: (listener) => connection.whenGone(listener),
  };
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

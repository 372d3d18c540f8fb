import type { JsonObject } from '../../lib/json.ts';
import type { Arrival } from '../arrival.ts';
import type { Asker } from '../asker.ts';
import { readJsonObject } from '../read-json-object.ts';

/** Larger ones are read by threads: to parse and validate so much may take milliseconds, for which everybody waits. */
const largestInline = 32 * 1024;

/** The input of a product as it came: read where it is small, and otherwise left to a thread. */
export type GivenInput = { value: JsonObject } | LargeInput;

export interface LargeInput extends Pick<Arrival, 'network'> {
  bytes: Buffer;
  contentType: string | null;
  contentEncoding: string | null;
  /** Calls the listener if nobody waits for what becomes of it any more. */
  whenGone(listener: () => void): void;
}

/** Reads a body of at most so many bytes. They are charged to the account, where one is known. */
export async function readGivenInput(
  { headers }: Pick<Asker, 'headers'>,
  arrival: Arrival,
  limitBytes: number,
  account?: string,
): Promise<GivenInput> {
  const bytes = await arrival.body(limitBytes, account);
  if (bytes === undefined || bytes.length <= largestInline)
    return { value: readJsonObject(headers, bytes) ?? {} };
  return {
    bytes,
    contentType: headers.get('content-type'),
    contentEncoding: headers.get('content-encoding'),
    network: arrival.network,
    whenGone: (listener) => arrival.whenGone(listener),
  };
}

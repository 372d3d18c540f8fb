import type { GivenInput } from '../inputs/given-input.ts';
import { readJsonObject } from '../inputs/read-json-object.ts';
import { type ClientConnection, leastSharedBytes } from './client-connection.ts';
import type { HttpRequest } from './http-request.ts';

const nothing = Buffer.alloc(0);

/** Reads a body of at most so many bytes. They are charged to the account, where one is known. */
export async function readGivenInput(
  { headers }: Pick<HttpRequest, 'headers'>,
  connection: ClientConnection,
  limitBytes: number,
  account?: string,
): Promise<GivenInput> {
  const bytes = (await connection.body(limitBytes, account)) ?? nothing;
  // Threads read larger inputs: parsing them may take milliseconds, for which everybody would wait.
  const type = bodyHeaders(headers);
  const value = bytes.length < leastSharedBytes ? (readJsonObject(type, bytes) ?? {}) : undefined;
  return {
    value,
    bytes,
    ...type,
    network: connection.network,
    whenGone: (listener) => connection.whenGone(listener),
  };
}

export function bodyHeaders(
  headers: HttpRequest['headers'],
): Pick<GivenInput, 'contentType' | 'contentEncoding'> {
  return { contentType: headers.get('content-type'), contentEncoding: headers.get('content-encoding') };
}

import { type IncomingMessage, request } from 'node:http';
import type { JsonObject } from '../../lib/json/json.ts';

/** What came back of a call, to the byte. */
export interface CallReply {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  text: string;
  /** The body as JSON, where it says that it is. */
  json: unknown;
  /** Whether it came to its proper end. */
  complete: boolean;
  callId: string;
  /** NaN where the answer does not say it. */
  charged: number;
}

export interface Caller {
  key?: string;
  headers?: Record<string, string>;
  /** The address of loopback that it comes from: 127.0.0.1 unless it says another. */
  from?: string;
  signal?: AbortSignal;
  /** Sends the body without saying its length. */
  chunked?: boolean;
}

/** One call by node:http, which adds nothing of its own, on a connection of its own. */
export async function sendCall(
  portalUrl: string,
  product: string,
  input: JsonObject | string | undefined,
  caller: Caller = {},
): Promise<CallReply> {
  return readReply(await openCall(portalUrl, product, input, caller));
}

/** The same, as soon as the head of the answer is there. */
export function openCall(
  portalUrl: string,
  product: string,
  input: JsonObject | string | undefined,
  { key, headers = {}, from, signal, chunked = false }: Caller = {},
): Promise<IncomingMessage> {
  const body = typeof input === 'object' ? JSON.stringify(input) : input;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(`/api/product/developer/call/${product}`, portalUrl),
      {
        method: 'POST',
        agent: false,
        ...(from !== undefined && { localAddress: from }),
        ...(signal && { signal }),
        headers: {
          ...(body !== undefined && {
            'content-type': 'application/json',
            ...(!chunked && { 'content-length': String(Buffer.byteLength(body)) }),
          }),
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...headers,
        },
      },
      resolve,
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export async function readReply(incoming: IncomingMessage): Promise<CallReply> {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('error', () => {});
  if (!incoming.closed) await new Promise((resolve) => incoming.on('close', resolve));
  const body = Buffer.concat(chunks);
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  );
  const isJson = /[/+]json/.test(headers['content-type'] ?? '') && body.length > 0 && incoming.complete;
  return {
    status: incoming.statusCode ?? 0,
    headers,
    body,
    text: body.toString(),
    json: isJson ? JSON.parse(body.toString().replace(/^\uFEFF/, '')) : undefined,
    complete: incoming.complete,
    callId: headers['farebox-call-id'] ?? '',
    charged: Number(headers['farebox-credits-charged'] ?? Number.NaN),
  };
}

import { request } from 'node:http';
import { expect, inject } from 'vitest';
import { expectDocumented } from './documented.ts';

/** What came back. JSON is left open: a test compares it whole. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  text: string;
  json: unknown;
}

export interface Question {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/**
 * One request to the portal under test, by node:http, which sends a body with any method. Every answer of an API path
 * is held against the portal's own OpenAPI document.
 */
export async function ask(
  path: string,
  { method = 'GET', headers = {}, body }: Question = {},
): Promise<Reply> {
  const reply = await send(path, method, { ...lengthOf(headers, body), ...headers }, body);
  await expectDocumented(path, method, reply);
  return reply;
}

function lengthOf(headers: Record<string, string>, body?: string | Buffer): Record<string, string> {
  if (body === undefined || 'transfer-encoding' in headers) return {};
  return { 'content-length': String(Buffer.byteLength(body)) };
}

/** A POST of a value as JSON. */
export function post(path: string, value: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  return ask(path, {
    method: 'POST',
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** Sign-ins from a network are limited: files with many of them ask from one of their own. */
const addresses = {
  'factors.test.ts': '127.0.0.2',
  'members.test.ts': '127.0.0.3',
  'registration.test.ts': '127.0.0.4',
};

function ownAddress(): string {
  const { testPath = '' } = expect.getState();
  const own = Object.entries(addresses).find(([file]) => testPath.endsWith(`/${file}`));
  return own?.[1] ?? '127.0.0.1';
}

export function send(
  path: string,
  method: string,
  headers: Record<string, string>,
  body?: string | Buffer,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(path, inject('portalUrl')),
      { method, headers, agent: false, localAddress: ownAddress() },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = /json/.test(incoming.headers['content-type'] ?? '') && text !== '';
          const single = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
          resolve({
            status: incoming.statusCode ?? 0,
            headers: Object.fromEntries(single),
            text,
            json: isJson ? JSON.parse(text) : undefined,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

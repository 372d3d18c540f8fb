import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { basename } from 'node:path';
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

/** Sign-ins from a network are limited, so each test file has an address of its own. */
function ownAddress(): string {
  const { testPath = '' } = expect.getState();
  const [second = 0, third = 0] = createHash('sha256').update(basename(testPath)).digest();
  return `127.${second}.${third}.2`;
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
          const isJson = /[/+]json\b/.test(incoming.headers['content-type'] ?? '') && text !== '';
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

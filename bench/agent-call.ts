import { randomUUID } from 'node:crypto';
import type { Post } from './fire.ts';
import { callBody } from './seed-calls.ts';

/** More than any call of the benchmarks costs, also for calls that nobody is asked for. */
const mostCredits = 1_000_000;

/** The call with a limit and a key of its own, as a careful program makes it. */
export function careful(call: Post): Post {
  return {
    ...call,
    headers: { ...call.headers, 'farebox-max-credits': String(mostCredits) },
    nextHeaders: () => ({ 'idempotency-key': randomUUID() }),
  };
}

const prefix = 'io.modelcontextprotocol';

/** What the revisions of the protocol send with each request. */
const revisions = {
  '2026-07-28': {
    headers: { 'mcp-method': 'tools/call', 'mcp-name': 'call_product' },
    params: {
      _meta: {
        [`${prefix}/protocolVersion`]: '2026-07-28',
        [`${prefix}/clientInfo`]: { name: 'bench', version: '1' },
        [`${prefix}/clientCapabilities`]: {},
      },
    },
  },
  '2025-11-25': { headers: {}, params: {} },
};
export type Revision = keyof typeof revisions;

/** The same call with the same limit, as an agent makes it. */
export function byAgent({ port, headers }: Post, revision: Revision): Post {
  const { headers: ownHeaders, params } = revisions[revision];
  const input: unknown = JSON.parse(callBody);
  const given = { product: 'product-1', input, max_credits: mostCredits };
  return {
    port,
    path: `/mcp?ask-above=${mostCredits}`,
    headers: {
      ...headers,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      ...ownHeaders,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'call_product', arguments: given, ...params },
    }),
  };
}

/** Makes a call, and requires that it was charged: the protocol refuses with a 200, too. */
export async function requireCharge({ port, path, headers, body }: Post): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const text = await answer.text();
  if (!text.includes('Charged ')) throw new Error(`A call by an agent was not charged: ${text}`);
}

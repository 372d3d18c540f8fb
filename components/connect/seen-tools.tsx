'use client';

import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { agentAddress } from '../../lib/agents/connect-lines.ts';
import { priceWords } from '../../lib/agents/plain-words.ts';
import { refusalOf } from '../fetch-json.ts';
import { Failure } from '../load-error.tsx';
import { unreachable } from '../problem-error.ts';

interface Props {
  products: string[];
  apiKey: string | undefined;
  /** Whether a key has to be made first. */
  isBlocked: boolean;
}

/** What a client gets from the portal, with the same key. */
export function SeenTools({ products, apiKey, isBlocked }: Props) {
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => fetchTools({ products, key: apiKey }),
  });
  return (
    <>
      <button
        type="button"
        disabled={isPending || isBlocked}
        onClick={() => mutate()}
        className="with-script rounded-md bg-accent px-4 py-2 font-medium text-accent-ink disabled:opacity-60"
      >
        Show what the client sees
      </button>
      {isBlocked && (
        <p className="mt-2 text-sm text-quiet">
          The test needs the API key, so create it first. Clients that sign in do not need a key.
        </p>
      )}
      <Failure of={error} className="mt-3" />
      {data && (
        <div role="status" className="mt-4">
          <p>{data.credits}</p>
          <ul aria-label="Tools" className="mt-3 divide-y divide-line border-y border-line">
            {data.tools.map(({ name, title, price }) => (
              <li key={name} className="flex flex-wrap justify-between gap-x-4 py-2">
                <span className="min-w-0 break-words">
                  <code className="font-mono text-sm">{name}</code>{' '}
                  <span className="text-quiet">{title}</span>
                </span>
                <span className="text-sm tabular-nums">
                  {price ? priceWords(price) : name === 'call_product' ? 'The price of the call' : 'Free'}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

const revision = '2026-07-28';
const prefix = 'io.modelcontextprotocol';

const price = z.object({ from: z.int(), to: z.int() });
const toolList = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      title: z.string().optional(),
      _meta: z.object({ 'dev.farebox/price': price.optional() }).optional(),
    }),
  ),
});
const toolResult = z.object({ content: z.array(z.object({ text: z.string() })) });
const answer = z.object({ result: z.unknown() });

interface Client {
  products: string[];
  key: string | undefined;
}

/** What a client of this key gets: its tools with their prices, and what it can spend. */
async function fetchTools(client: Client) {
  const { tools } = toolList.parse(await ask(client, 'tools/list', {}));
  const call = { name: 'get_credits', arguments: {} };
  const { content } = toolResult.parse(await ask(client, 'tools/call', call));
  return {
    credits: content.map(({ text }) => text).join(' '),
    tools: tools.map(({ name, title = '', _meta }) => ({ name, title, price: _meta?.['dev.farebox/price'] })),
  };
}

/** One request as a client sends it. */
async function ask({ products, key }: Client, method: string, params: { name?: string }): Promise<unknown> {
  const response = await fetch(agentAddress({ url: '', products }), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': method,
      ...(params.name !== undefined && { 'mcp-name': params.name }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          [`${prefix}/protocolVersion`]: revision,
          [`${prefix}/clientInfo`]: { name: 'farebox-connect', version: '1' },
          [`${prefix}/clientCapabilities`]: {},
        },
      },
    }),
  }).catch((cause: unknown) => {
    throw new Error(unreachable, { cause });
  });
  const answered: unknown = await response.json();
  const problem = refusalOf(answered);
  if (!response.ok && problem) throw problem;
  return answer.parse(answered).result;
}

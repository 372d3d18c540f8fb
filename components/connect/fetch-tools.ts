import { z } from 'zod';
import { agentAddress } from '../../lib/agents/connect-lines.ts';
import { ProblemError, problemSchema } from '../problem-error.ts';
import { unreachable } from '../unreachable.ts';

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
export async function fetchTools(client: Client) {
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
  const { data: problem } = problemSchema.safeParse(answered);
  if (!response.ok && problem) throw new ProblemError(problem);
  return answer.parse(answered).result;
}

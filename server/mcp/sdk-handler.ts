import {
  createMcpHandler,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import { isJsonObject, type JsonObject } from '../../lib/json/json.ts';
import type { AgentSession, AgentTool, ToolResult } from '../agents/agent-tool.ts';
import { problemResult } from '../agents/problem-result.ts';
import { errorText } from '../error-text.ts';
import { log } from '../log.ts';

/** How long a client may keep the list of tools. */
const listTtlMs = 60_000;

export interface McpSession extends AgentSession {
  tools: readonly AgentTool[];
}

/** The only module that names the SDK: it is loaded with the first request. A handler serves one request. */
export function sdkHandler(session: McpSession, version: string): McpHttpHandler {
  return createMcpHandler(() => serverOf(session, version), {
    onerror: (error) => log('info', 'mcp-refused', { ...session.names, error: errorText(error) }),
    keepAliveMs: 10_000,
  });
}

function serverOf(session: McpSession, version: string): Server {
  const server = new Server(
    { name: 'farebox', title: 'Farebox', version },
    {
      capabilities: { tools: {} },
      cacheHints: { 'tools/list': { ttlMs: listTtlMs, cacheScope: 'private' } },
      instructions:
        'A catalogue of API products that cost credits. Find one with search_products, read it with get_product, get its price with quote_call, then call it with call_product and that quote.',
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: session.tools.map(listed) }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = session.tools.find(({ name }) => name === params.name);
    if (!tool)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool ${JSON.stringify(params.name)}.`,
      );
    return sent(await runTool(session, tool, params.arguments));
  });
  return server;
}

async function runTool(session: AgentSession, tool: AgentTool, given: unknown): Promise<ToolResult> {
  try {
    return await tool.run(session, isJsonObject(given) ? given : {});
  } catch (error) {
    return problemResult(error, session.names);
  }
}

function listed({ name, title, description, inputSchema, hints, meta }: AgentTool) {
  return {
    ...{ name, title, description, annotations: hints },
    inputSchema: { ...inputSchema, type: 'object' as const },
    ...(meta && { _meta: meta }),
  };
}

function sent({ content, isError, meta }: ToolResult): {
  content: ToolResult['content'];
  isError?: true;
  _meta?: JsonObject;
} {
  return { content, ...(isError && { isError }), ...(meta && { _meta: meta }) };
}

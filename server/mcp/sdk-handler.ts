import { createHmac } from 'node:crypto';
import type {
  InputRequiredResult,
  McpHttpHandler,
  RequestStateCodec,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { addressParameters } from '../../lib/agents/connect-lines.ts';
import { reachable } from '../../lib/face/reachable.ts';
import { defaultFace, type Face, ownSentence } from '../../lib/face/face.ts';
import { isJsonObject, type JsonObject } from '../../lib/json/json.ts';
import type { AgentSession, AgentTool, Asking, PriceQuestion, ToolResult } from '../agents/agent-tool.ts';
import { problemResult } from '../agents/call-result.ts';
import { errorText, log } from '../log.ts';
import type { UsualCall } from './usual-call.ts';

type Sdk = typeof import('@modelcontextprotocol/server');

let loading: Promise<Sdk> | undefined;

/**
 * The bundle is one file, which loads packages of static imports when the portal starts. This one waits for an agent. An
 * `await` at the top of this module would add code for modules that wait to every page.
 */
function loadSdk(): Promise<Sdk> {
  return (loading ??= import('@modelcontextprotocol/server'));
}

/** A connection is not silent for longer. */
export const keepAliveMs = 10_000;

/** How long a client may keep the list of tools. */
const listTtlMs = 60_000;

/** As long as a person has to answer. */
const questionTtlSeconds = 10 * 60;
/** The name of the one question. */
const priceQuestion = 'price';

export interface McpSession extends Omit<AgentSession, 'asking' | 'argumentPrefix'> {
  tools: readonly AgentTool[];
  /** Products that the address pins, and that do not exist. */
  missing: readonly string[];
  askAbove: number;
}

/** A client that shows questions to its person. Those of addresses alone cannot show this one. */
const askableClient = z.object({
  elicitation: z
    .object({ form: z.unknown().optional(), url: z.unknown().optional() })
    .refine(({ form, url }) => form !== undefined || url === undefined),
});
const envelope = z.record(z.string(), z.unknown());

/** What a question carries to its answer, by way of the client. */
interface QuestionState {
  quote: string;
}

/**
 * Answers a usual call without the `Request`, the `Response` and the checks of a message that the package's handler makes,
 * which take as long as half of the call. Undefined where the package refuses the message before it runs the tool: its
 * handler says why.
 */
export async function answerUsualCall(
  session: McpSession,
  version: string,
  { message, classification }: UsualCall,
): Promise<{ answer: Promise<object> } | undefined> {
  const sdk = await loadSdk();
  const server = serverOf(sdk, session, version, [classification.revision]);
  const exchange = new sdk.PerRequestHTTPServerTransport({ classification });
  let isRefused = false;
  server.onerror = () => (isRefused = true);
  const answer = new Promise<object>((resolve) => {
    exchange.send = async (sent) => {
      isRefused = true;
      resolve(sent);
    };
  });
  await server.connect(exchange);
  exchange.onmessage?.(message, { classification });
  return isRefused ? undefined : { answer };
}

/** The only module that names the SDK. A handler serves one request. */
export async function sdkHandler(session: McpSession, version: string): Promise<McpHttpHandler> {
  const sdk = await loadSdk();
  return sdk.createMcpHandler(() => serverOf(sdk, session, version), {
    onerror: (error) => log('info', 'mcp-refused', { ...session.names, error: errorText(error) }),
    keepAliveMs,
  });
}

function serverOf(
  sdk: Sdk,
  session: McpSession,
  version: string,
  revisions = sdk.SUPPORTED_PROTOCOL_VERSIONS,
): Server {
  const server = new sdk.Server(
    { name: 'farebox', title: session.context.face.last.name, version },
    {
      capabilities: { tools: {} },
      supportedProtocolVersions: revisions,
      requestState: { verify: (state, request) => questionsOf(sdk, session).verify(state, request) },
      cacheHints: { 'tools/list': { ttlMs: listTtlMs, cacheScope: 'private' } },
      instructions: instructionsFor(session),
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: session.tools.map(listed) }));
  server.setRequestHandler('tools/call', async ({ params }, request) => {
    const tool = session.tools.find(({ name }) => name === params.name);
    if (!tool)
      throw new sdk.ProtocolError(
        sdk.ProtocolErrorCode.InvalidParams,
        `There is no tool ${JSON.stringify(params.name)}.`,
      );
    const asking = askingOf(sdk, session, request);
    const argumentPrefix = tool.argumentPrefix ?? '';
    const result = await runTool({ ...session, asking, argumentPrefix }, tool, params.arguments);
    return result.question ? asked(sdk, session, result.question, request) : sent(result);
  });
  return server;
}

const usage =
  'catalogue of API products that cost credits. Find one with search_products, read it with get_product, get its price with quote_call, then call it with call_product and that quote. To repeat a call safely, send the same quote or idempotency_key again. ' +
  `The person who adds this server may put parameters into its address: ${addressParameters.map(({ parameter, does }) => `${parameter} ${does}`).join('; ')}.`;

/** With the name of the portal, and what its operator says of it. */
function usageOf(face: Face): string {
  const { name, contact } = face;
  const own = ownSentence(face);
  const whose = name === defaultFace.name ? 'A' : `${name}: a`;
  const reached = contact === '' ? '' : ` The operator of the portal can be reached at ${contact}.`;
  return `${own === '' ? '' : `${own} `}${whose} ${usage}${reached}`;
}

/** A product that is withdrawn or mistyped takes no other tool away. */
function instructionsFor({ missing, context }: McpSession): string {
  const usage = usageOf(context.face.last);
  if (missing.length === 0) return usage;
  const names = missing.map((slug) => JSON.stringify(slug)).join(', ');
  return `${usage} The address of this server pins products that do not exist: ${names}.`;
}

/** The portal signs what comes back with an answer, and binds it to the caller. */
function questionsOf(sdk: Sdk, { context, caller }: McpSession): RequestStateCodec<QuestionState> {
  return sdk.createRequestStateCodec({
    key: createHmac('sha256', context.secret.signing).update('questions to persons').digest(),
    ttlSeconds: questionTtlSeconds,
    bind: () => caller.idempotencyScope,
  });
}

/** Clients of the earlier revisions cannot be asked: they would need a session. */
function askingOf(sdk: Sdk, { askAbove }: McpSession, { mcpReq }: ServerContext): Asking {
  const { data } = envelope.safeParse(mcpReq.envelope);
  const { success: isAskable } = askableClient.safeParse(data?.[sdk.CLIENT_CAPABILITIES_META_KEY]);
  const said = sdk.inputResponse(mcpReq.inputResponses, priceQuestion);
  const state = mcpReq.requestState<QuestionState>();
  const answer = state && said.kind === 'elicit' ? { ...state, agreed: said.action === 'accept' } : undefined;
  return { above: askAbove, canAsk: isAskable, answer };
}

async function asked(
  sdk: Sdk,
  session: McpSession,
  { message, quote }: PriceQuestion,
  request: ServerContext,
): Promise<InputRequiredResult> {
  return sdk.inputRequired({
    inputRequests: {
      [priceQuestion]: sdk.inputRequired.elicit({
        message,
        requestedSchema: { type: 'object', properties: {} },
      }),
    },
    requestState: await questionsOf(sdk, session).mint({ quote }, request),
  });
}

async function runTool(session: AgentSession, tool: AgentTool, given: unknown): Promise<ToolResult> {
  try {
    return await tool.run(session, isJsonObject(given) ? given : {});
  } catch (error) {
    return problemResult(reachable(error, session.context.face.last), session);
  }
}

function listed({ name, title, description, inputSchema, outputSchema, hints, meta }: AgentTool) {
  return {
    name,
    title,
    description,
    annotations: hints,
    inputSchema: { ...inputSchema, type: 'object' as const },
    ...(outputSchema && { outputSchema: { ...outputSchema, type: 'object' as const } }),
    ...(meta && { _meta: meta }),
  };
}

function sent({ content, structured, isError, meta }: ToolResult): {
  content: ToolResult['content'];
  structuredContent?: JsonObject;
  isError?: true;
  _meta?: JsonObject;
} {
  return {
    content,
    ...(structured && { structuredContent: structured }),
    ...(isError && { isError }),
    ...(meta && { _meta: meta }),
  };
}

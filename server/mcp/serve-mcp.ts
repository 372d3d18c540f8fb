import type { JsonValue } from '../../lib/json/json.ts';
import { parseJson } from '../../lib/json/parse-json.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { agentTools } from '../agents/agent-tools.ts';
import { pinnedTool } from '../agents/pinned-tool.ts';
import type { Call } from '../http/endpoint.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { isOwnOrigin } from '../http/refuse-cross-site.ts';
import { namesOf } from '../http/request-names.ts';
import type { BufferedResponse, StreamedResponse } from '../http/response.ts';
import { identifyAgent } from './identify-agent.ts';
import type { McpQuery } from './mcp-query.ts';
import { sdkHandler } from './sdk-handler.ts';

/** As much as an input without files has. */
const mostBytes = 1024 * 1024;
/** A stream of events ends by then. */
const longestMs = 15 * 60_000;

const version = '1.0.0';

const onLoopback = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** Answers one request of the Model Context Protocol. There are no sessions. */
export async function serveMcp(call: Call<McpQuery>): Promise<BufferedResponse | StreamedResponse> {
  const { context, request, connection, query } = call;
  refuseForeignPage(request, context.settings.url);
  const caller = await identifyAgent(context, withoutCookies(request), connection, query['sign-in'] === true);
  const body = await connection.body(mostBytes, caller.kind === 'account' ? caller.purse : undefined);
  const taken = new Set(agentTools.map(({ name }) => name));
  const pinned = [];
  for (const slug of query.products ?? []) pinned.push(await pinnedTool(context, slug, taken));
  const handler = await sdkHandler(
    {
      ...{ context, caller, network: connection.network, names: namesOf(request.headers) },
      askAbove: query['ask-above'],
      ...{ mostCredits: query['max-credits'] ?? null, tools: [...agentTools, ...pinned] },
    },
    version,
  );
  // The signal of the connection stays outside: a call that is paid is not ended by a connection that is lost.
  const parsedBody = jsonOf(body);
  const isParsed = parsedBody !== undefined;
  const fetchRequest = fetchRequestOf(request, body, isParsed);
  return responseOf(await handler.fetch(fetchRequest, isParsed ? { parsedBody } : {}));
}

/** Undefined where it is no JSON: then the package reads it, and says what is wrong. */
function jsonOf(body: Buffer | undefined): JsonValue | undefined {
  try {
    return body && parseJson(body.toString());
  } catch {
    return undefined;
  }
}

/** Cookies speak for a person, and any page can send them along: agents are known by a key, or as guests. */
function withoutCookies({ method, url, headers, connection }: HttpRequest): HttpRequest {
  return {
    ...{ method, url, ...(connection && { connection }) },
    headers: { get: (name) => (name.toLowerCase() === 'cookie' ? null : headers.get(name)) },
  };
}

/** A name that a foreign page made lead to this machine is in its origin, and in `host`, too. */
function refuseForeignPage({ headers }: HttpRequest, publicUrl: string): void {
  const origin = headers.get('origin');
  const host = onLoopback.test(origin ?? '') ? headers.get('host') : null;
  if (origin === null || isOwnOrigin(origin, host, publicUrl)) return;
  throw new Problem('cross-site', `A page of ${origin} may not use the portal as an agent.`);
}

/** What the protocol reads of a request. */
const passed = [
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
  'last-event-id',
];

function fetchRequestOf(request: HttpRequest, body: Buffer | undefined, isParsed: boolean): Request {
  const { method, url } = request;
  const known = passed.flatMap((name): [string, string][] => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const headers = new Headers(known);
  const address = new URL(new URL(url).pathname, 'http://portal');
  if (isParsed) return bareRequest({ method, url: address.href, headers });
  return new Request(address, { method, headers, body: new Uint8Array(body ?? []) });
}

/**
 * A `Request` has a signal, and its body is a stream: they take longer to make than much of the call. Of a request whose
 * body is given to the package beside it, the package reads the method, the address and the headers alone.
 */
function bareRequest(read: Pick<Request, 'method' | 'url' | 'headers'>): Request {
  return read as Request;
}

async function responseOf(response: Response): Promise<BufferedResponse | StreamedResponse> {
  const { status, body } = response;
  const headers = { ...Object.fromEntries(response.headers), 'cache-control': 'no-store' };
  if (body === null || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const payload = Buffer.from(await response.arrayBuffer());
    return { status, headers: { ...headers, 'content-length': String(payload.length) }, payload };
  }
  return { status, headers, chunks: chunksOf(body), endsAtMs: performance.now() + longestMs };
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) yield chunk;
}

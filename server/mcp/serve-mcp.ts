import { z } from 'zod';
import type { JsonValue } from '../../lib/json/json.ts';
import { parseStrictJson } from '../../lib/json/strict-json.ts';
import { invalidParameter, Problem } from '../../lib/problem/problem.ts';
import { agentTools } from '../agents/agent-tools.ts';
import { pinnedTool } from '../agents/pinned-tool.ts';
import { findKeyOfToken } from '../callers/api-key.ts';
import { accountCaller, accountSuspended, type Caller, invalidKey } from '../callers/caller.ts';
import type { Context } from '../context.ts';
import type { Call } from '../doors/endpoint.ts';
import { identify, type Source } from '../doors/identify.ts';
import { accepts } from '../doors/preferences.ts';
import type { HttpRequest } from '../http/client-connection.ts';
import { isOwnOrigin, namesOf } from '../http/arriving-request.ts';
import type { HttpResponse } from '../http/response.ts';
import { wholeParameter } from '../list-parameters.ts';
import { forCaller } from '../callers/find-audience.ts';
import { resourceMetadataAddress } from '../oauth/addresses.ts';
import { answerUsualCall, keepAliveMs, sdkHandler } from './sdk-handler.ts';
import { usualCall } from './usual-call.ts';

/** As much as an input without files has. */
const mostBytes = 1024 * 1024;

const version = '1.0.0';

const json = 'application/json';
const eventStream = 'text/event-stream';

const onLoopback = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** Answers one request of the Model Context Protocol. There are no sessions. */
export async function serveMcp(call: Call<McpQuery>): Promise<HttpResponse> {
  const { connection, query } = call;
  const request = agentRequest(call.request);
  refuseForeignPage(request, call.context.settings.url);
  refuseEmpty(request);
  const caller = await identifyAgent(call.context, request, connection, query['sign-in'] === true);
  const context = await forCaller(call.context, caller);
  const body = await connection.body(mostBytes, caller.kind === 'account' ? caller.purse : undefined);
  const parsedBody = messageOf(body);
  if (parsedBody instanceof Problem) return refusal(-32700, `Parse error: ${parsedBody.detail}`);
  // The limit counts requests, and a batch has up to 100 messages.
  if (Array.isArray(parsedBody)) return refusal(-32600, 'Batches are refused. Send each message separately.');
  const taken = new Set(agentTools.map(({ name }) => name));
  const tools = [...agentTools];
  const missing = [];
  for (const slug of query.products ?? []) {
    const tool = await pinnedTool(context, slug, taken);
    if (tool) tools.push(tool);
    else missing.push(slug);
  }
  const session = {
    context,
    caller,
    network: connection.network,
    names: namesOf(request.headers),
    askAbove: query['ask-above'],
    mostCredits: query['max-credits'] ?? null,
    tools,
    missing,
    whenGone: (listener: () => void) => connection.whenGone(listener),
  };
  // The signal of the connection stays outside: a call that is paid is not ended by a connection that is lost.
  const usual = usualCall(request, parsedBody);
  const made = usual && (await answerUsualCall(session, version, usual));
  if (made) return callResponse(made.answer, keepAliveMs);
  const handler = await sdkHandler(session, version);
  const isParsed = parsedBody !== undefined;
  const fetchRequest = fetchRequestOf(request, body, isParsed);
  return responseOf(await handler.fetch(fetchRequest, isParsed ? { parsedBody } : {}));
}

/** The message; undefined without a body, which the package refuses. */
function messageOf(body: Buffer | undefined): JsonValue | undefined | Problem {
  if (body === undefined || body.length === 0) return undefined;
  try {
    return parseStrictJson(body.toString());
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** A JSON-RPC error for a body that the package does not get. */
function refusal(code: number, message: string): HttpResponse {
  const payload = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } });
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  const length = String(Buffer.byteLength(payload));
  return { status: 400, headers: { ...headers, 'content-length': length }, payload };
}

/**
 * Cookies speak for a person, and any page can send them along: agents are known by a key, or as guests. The package wants
 * both types of answers by name; a client that takes them by a wildcard, or says nothing, takes them as well.
 */
function agentRequest({ method, url, headers, connection }: HttpRequest): HttpRequest {
  const accept = headers.get('accept');
  const takesBoth = [json, eventStream].every((type) => accepts(accept, type));
  const read = { cookie: null, ...(takesBoth && { accept: `${json}, ${eventStream}` }) };
  const changed = new Map<string, string | null>(Object.entries(read));
  return {
    method,
    url,
    ...(connection && { connection }),
    headers: {
      get(name) {
        const known = changed.get(name.toLowerCase());
        return known === undefined ? headers.get(name) : known;
      },
    },
  };
}

/** A name that a foreign page made lead to this machine is in its origin, and in `host`, too. */
function refuseForeignPage({ headers }: HttpRequest, publicUrl: string): void {
  const origin = headers.get('origin');
  const host = onLoopback.test(origin ?? '') ? headers.get('host') : null;
  if (origin === null || isOwnOrigin(origin, host, publicUrl)) return;
  throw new Problem('cross-site', `A page of ${origin} may not use the portal as an agent.`);
}

/** A client writes an unset variable as nothing, and would have no budget. */
function refuseEmpty({ url }: HttpRequest): void {
  for (const [name, value] of new URL(url, 'http://portal').searchParams)
    if (value.trim() === '')
      throw invalidParameter(name, `${name} is empty. Give it a value, or leave it out.`);
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

async function responseOf(response: Response): Promise<HttpResponse> {
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

const uncached = { 'cache-control': 'no-store' };
/** A stream of events ends by then. */
export const longestMs = 15 * 60_000;

/** An answer, or a stream of events where it takes longer than `quietMs`: proxies end a connection that is silent. */
export async function callResponse(answer: Promise<object>, quietMs: number): Promise<HttpResponse> {
  const soon = await orNothing(answer, quietMs);
  if (soon === undefined) {
    const headers = { ...uncached, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' };
    const chunks = events(answer, quietMs);
    return { status: 200, headers, chunks, endsAtMs: performance.now() + longestMs };
  }
  const payload = Buffer.from(JSON.stringify(soon));
  const length = { 'content-length': String(payload.length) };
  return { status: 200, headers: { ...uncached, 'content-type': 'application/json', ...length }, payload };
}

async function* events(answer: Promise<object>, quietMs: number): AsyncGenerator<Uint8Array> {
  for (let soon: object | undefined; soon === undefined; ) {
    yield Buffer.from(': keepalive\n\n');
    soon = await orNothing(answer, quietMs);
    if (soon) yield Buffer.from(`event: message\ndata: ${JSON.stringify(soon)}\n\n`);
  }
}

/** Undefined where it is not there in time. */
function orNothing<Value>(value: Promise<Value>, milliseconds: number): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds, undefined);
    value.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * The caller of an agent: by access token or API key, or a guest unless the address asks for a sign-in. Whoever is
 * refused is told where tokens come from, so that a client begins its sign-in (RFC 9728).
 */
export async function identifyAgent(
  context: Context,
  request: HttpRequest,
  source: Source,
  needsSignIn: boolean,
): Promise<Caller> {
  try {
    return await agentOf(context, request, source, needsSignIn);
  } catch (error) {
    if (!(error instanceof Problem) || !('www-authenticate' in error.headers)) throw error;
    const { code, detail, errors, members } = error;
    const hasCredential = request.headers.get('authorization') !== null;
    const challenge = [
      ...(hasCredential ? ['error="invalid_token"'] : []),
      `resource_metadata="${resourceMetadataAddress(context.settings, request.url)}"`,
    ];
    throw new Problem(
      code,
      detail,
      errors,
      { 'www-authenticate': `Bearer ${challenge.join(', ')}` },
      members,
    );
  }
}

const token = /^bearer +(fba_\S+)$/i;

async function agentOf(
  context: Context,
  request: HttpRequest,
  source: Source,
  needsSignIn: boolean,
): Promise<Caller> {
  const authorization = request.headers.get('authorization');
  if (authorization === null && needsSignIn)
    throw new Problem('key-required', 'This address is for agents with a sign-in or an API key.', [], {
      'www-authenticate': 'Bearer',
    });
  const [, text] = token.exec(authorization ?? '') ?? [];
  if (text === undefined) return (await identify(context, request, source)).caller;
  const active = await findKeyOfToken(context, text, () => context.rateLimits.takeLookUp(source.network));
  if (!active)
    throw invalidKey('The access token has expired, or its grant has ended. Renew it, or sign in again.');
  if (active.suspended) throw accountSuspended();
  return accountCaller(active);
}

const mostPinned = 20;
const pinned = `at most ${mostPinned} product slugs, separated by commas`;

const creditsParameter = wholeParameter(
  0,
  Number.MAX_SAFE_INTEGER,
  `a whole number of credits from 0 to ${Number.MAX_SAFE_INTEGER}`,
);

/** The query of `/mcp`. It is strict: a budget that is misspelt would be none. */
export const mcpQuery = z.strictObject({
  products: z
    .string()
    .transform((text) =>
      [...new Set(text.split(',').map((slug) => slug.trim()))].filter((slug) => slug !== ''),
    )
    .pipe(z.array(z.string().max(200, pinned)).max(mostPinned, pinned))
    .optional()
    .meta({ description: 'Products to offer as tools of their own, as slugs separated by commas.' }),
  'max-credits': creditsParameter
    .optional()
    .meta({ description: 'The most that a call may cost.', override: { type: 'integer', minimum: 0 } }),
  'sign-in': z
    .enum(['1'], '1')
    .transform(() => true)
    .optional()
    .meta({ description: 'Requires clients without a key to sign in.', override: { type: 'string' } }),
  'ask-above': creditsParameter.default(100).meta({
    description: 'A call that costs more needs the approval of the person first.',
    override: { type: 'integer', minimum: 0, default: 100 },
  }),
});

export type McpQuery = z.output<typeof mcpQuery>;

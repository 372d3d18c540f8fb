import { randomUUID } from 'node:crypto';
import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { markdownAddress } from '../../lib/markdown/page-head.ts';
import { reachable } from '../../lib/face/reachable.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { ProblemCode } from '../../lib/problem/problems.ts';
import { findOperation, findRoute, type FoundRoute } from '../api/table/router.ts';
import type { Context } from '../context.ts';
import { prefersMarkdown } from '../doors/preferences.ts';
import { admitApiRequest, callFolder, atItsTurn } from '../doors/admit-request.ts';
import { ClientConnection, EarlyResponse, hasBody } from '../http/client-connection.ts';
import { leaveConnection } from '../doors/current-portal.ts';
import { unchargedHeaders } from '../doors/serve-call.ts';
import { handlerOf } from '../doors/endpoint.ts';
import { serveFast } from './fast-lane.ts';
import { isBuildFile, setBuildFileHeaders, setPageHeaders } from '../pages/page-headers.ts';
import { loggedProblemResponse, type BufferedResponse } from '../http/response.ts';
import {
  httpRequestOf,
  nameRequest,
  namesOfIncoming,
  requestIdHeader,
  requestIdOf,
  refuseMalformed,
} from '../http/arriving-request.ts';
import { servePage } from '../pages/serve-page.ts';

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** A client that has not said all of its request by then is not going to. */
const requestTimeoutMs = 60_000;
const headersTimeoutMs = 15_000;

/**
 * Longer than the minute for which proxies keep a connection to a server: one that ends just when a proxy sends the next
 * request on it would lose that.
 */
const keepAliveTimeoutMs = 75_000;

/** The one door: the server answers the API itself, in development through Next, which reloads it; pages are Next's. */
export function makeHttpServer(
  context: Context,
  { next, dev = false }: { next: Listener; dev?: boolean },
): Server {
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    nameRequest(incoming);
    const begin = () => {
      serve(context, incoming, outgoing, { next, dev }).catch((error: unknown) =>
        fail(incoming, outgoing, reachable(error, context.face.last)),
      );
    };
    atItsTurn(incoming, outgoing, begin, (isLast) => fail(incoming, outgoing, tooManyAhead(isLast)));
  };
  const options = {
    requestTimeout: requestTimeoutMs,
    headersTimeout: headersTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    // Checked by `refuseMalformed`, which answers as all else does.
    requireHostHeader: false,
    ServerResponse: EarlyResponse,
  };
  const server = createServer(options, answer);
  // Node drops every header past this count, X-Forwarded-For among them; 16 KiB of headers is limit enough.
  server.maxHeadersCount = 0;
  // Node would refuse any other expectation than `100-continue` without a body; here it is ignored.
  server.on('checkExpectation', answer);
  // `100 Continue` is sent when the body is read, so that a refused body is never sent.
  server.on('checkContinue', answer);
  server.on('clientError', refuseConnection);
  return server;
}

async function serve(
  context: Context,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { next, dev }: { next: Listener; dev: boolean },
): Promise<void> {
  refuseMalformed(incoming);
  const pathname = readPathname(incoming);
  const isOfApi = isApi(pathname);
  const found = isOfApi ? findOperation(pathname) : findDocumentFor(incoming, outgoing, pathname);
  if (!found) {
    outgoing.setHeader(requestIdHeader, requestIdOf(incoming));
    if (isBuildFile(pathname)) {
      setBuildFileHeaders(outgoing);
      return next(incoming, outgoing);
    }
    // While it is developed, Next asks itself for much under addresses that are its own.
    if (dev && pathname.startsWith('/_')) {
      setPageHeaders(incoming, outgoing, dev);
      return next(incoming, outgoing);
    }
    return servePage(context, incoming, outgoing, { next, dev, pathname });
  }
  // Next would send whoever says this to another address, as its own pages ask for their data.
  if (incoming.headers['rsc'] !== undefined) delete incoming.headers['rsc'];
  const { route, params } = found;
  const handler = handlerOf(route, incoming.method);
  const connection = new ClientConnection(context, incoming, outgoing);
  await admitApiRequest(context, incoming, connection, handler);
  if (!dev || !pathname.startsWith('/api/') || handler.refuses)
    return serveFast(outgoing, handler, httpRequestOf(incoming, connection), params);
  leaveConnection(incoming, outgoing, connection);
  outgoing.setHeader(requestIdHeader, requestIdOf(incoming));
  await next(hasBody(incoming) ? withoutBody(incoming) : incoming, outgoing);
}

/** Next would read the body of what it is given, whatever its size: it gets a request at its end. */
function withoutBody(incoming: IncomingMessage): IncomingMessage {
  const bare = new IncomingMessage(incoming.socket);
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = incoming;
  Object.assign(bare, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor });
  bare.push(null);
  return bare;
}

/** A proxy's way of asking names the host in the address; which one was meant does not matter here. */
const absoluteForm = /^https?:\/\/[^/?#]*/i;
/** `/oauth/authorize` is a page. */
const otherRoutes = new Set([
  ...['/api', '/openapi.json', '/metrics', '/mcp'],
  ...['/oauth/token', '/oauth/revoke', '/oauth/register'],
]);
const oauthMetadata = '/.well-known/oauth-';
/** Next would read such an address as another one, redirect the client, or lose its body. */
const detour = /[\\/]{2}|\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;
/** `api` as the first segment in capitals or percent-encoded: to Next a page, and one that it does not have. */
const disguise = /^\/(?:a|%[46]1)(?:p|%[57]0)(?:i|%[46]9)(?:%2f|(?=\/|$))/i;

/** Without a slash at its end, so that no one is sent elsewhere for it. What cannot be decoded is refused here. */
function readPathname(incoming: IncomingMessage): string {
  const url = originForm(incoming.url ?? '/');
  incoming.url = url;
  const end = url.indexOf('?');
  const pathname = end < 0 ? url : url.slice(0, end);
  const trimmed = pathname.replace(/\/+$/, '');
  if (detour.test(trimmed)) refuseDetour(trimmed);
  if (!isApi(trimmed)) {
    if (disguise.test(trimmed)) refuseSpelling(trimmed, trimmed);
    return pathname;
  }
  if (trimmed.includes('%')) requireDecodable(trimmed);
  incoming.url = trimmed + url.slice(pathname.length);
  return trimmed;
}

function originForm(target: string): string {
  const url = target.replace(absoluteForm, '').replace(/^(?=\?|$)/, '/');
  if (url.startsWith('/')) return url;
  throw new Problem(
    'bad-request',
    `The request target must be a path such as /api/product/list, not ${target}.`,
  );
}

function refuseDetour(pathname: string): void {
  const { pathname: meant } = new URL(pathname.replace(/[\\/]+/g, '/'), 'http://portal');
  if ([pathname, meant].some((path) => isApi(path) || disguise.test(path))) refuseSpelling(pathname, meant);
}

function refuseSpelling(pathname: string, meant: string): never {
  const written = meant.replace(disguise, (segment) => (/%2f$/i.test(segment) ? '/api/' : '/api'));
  throw new Problem('not-found', `There is no endpoint at ${pathname}. Use ${written}.`);
}

function isApi(pathname: string): boolean {
  return pathname.startsWith('/api/') || otherRoutes.has(pathname) || pathname.startsWith(oauthMetadata);
}

function requireDecodable(pathname: string): void {
  try {
    decodeURIComponent(pathname);
  } catch {
    throw new Problem('bad-request', 'The URL has a percent sign that does not encode a UTF-8 character.');
  }
}

function tooManyAhead(isLast: boolean): Problem {
  return new Problem('rate-limited', 'Too many pipelined requests on this connection.', [], {
    'retry-after': '1',
    ...(isLast && { connection: 'close' }),
  });
}

function fail(incoming: IncomingMessage, outgoing: ServerResponse, error: unknown): void {
  if (outgoing.headersSent || outgoing.destroyed) {
    outgoing.destroy();
    return;
  }
  const more = incoming.url?.startsWith(callFolder) ? unchargedHeaders() : {};
  const names = namesOfIncoming(incoming);
  const named = { ...more, [requestIdHeader]: names.requestId };
  const { status, headers, payload } = loggedProblemResponse(error, names, named);
  outgoing.writeHead(status, headers);
  outgoing.end(payload);
}

/** Answers bytes that are not HTTP. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const code: ProblemCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'headers-too-large' : 'bad-request';
  const detail =
    code === 'headers-too-large'
      ? 'The headers are larger than 16 KiB.'
      : 'What arrived is not a well-formed HTTP request.';
  const requestId = randomUUID();
  const headers = { connection: 'close', [requestIdHeader]: requestId };
  socket.end(rawResponse(loggedProblemResponse(new Problem(code, detail), { requestId }, headers)));
}

function rawResponse({ status, headers, payload }: BufferedResponse): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}\r\n${lines.join('')}\r\n${payload}`;
}

/**
 * The document that a request gets; undefined if it gets a page. A client that prefers Markdown to HTML gets the twin of
 * a page at its own address, as if it had asked for that.
 */
function findDocumentFor(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  pathname: string,
): FoundRoute | undefined {
  const twin = markdownAddress(pathname);
  if (twin === undefined) return findRoute(pathname);
  if (!isRead(incoming) || !prefersMarkdown(incoming.headers.accept)) {
    if (outgoing instanceof EarlyResponse) outgoing.variesByAccept = true;
    return undefined;
  }
  incoming.url = twin + (incoming.url ?? '').slice(pathname.length);
  return findRoute(twin);
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

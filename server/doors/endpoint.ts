import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { JsonObject } from '../../lib/json/json.ts';
import { reachable } from '../../lib/face/reachable.ts';
import { Problem } from '../../lib/problem/problem.ts';
import {
  type BufferedResponse,
  type HttpResponse,
  unlessNotModified,
  loggedProblemResponse,
} from '../http/response.ts';
import { requireWriting } from '../callers/require-role.ts';
import { type ClientConnection, endedEarly, type HttpRequest } from '../http/client-connection.ts';
import { connectionOf, type Portal, portal } from './current-portal.ts';
import { forRequest, identify, type Identity, isOfGuest } from './identify.ts';
import { requirePayer } from './require-payer.ts';
import type { Context } from '../context.ts';
import { periodOfLists } from '../products/list-catalogue.ts';
import { mayBeStored } from '../store/sql/statement.ts';
import { bodyHeaders } from '../http/read-request.ts';
import { type QuerySchema, readQuery } from './read-query.ts';
import { readJsonObject } from '../inputs/read-json-object.ts';
import { namesOf } from '../http/arriving-request.ts';

/** The parsed request that a handler gets. */
export interface Call<Query> {
  context: Context;
  /** Complete responses that depend only on the address and published data. */
  responses: Portal['responses'];
  query: Query;
  params: Record<string, string>;
  /** Reads the body as a JSON object, if there is one: a form, or else of this many bytes at most. */
  body(mostBytes?: number): Promise<JsonObject | undefined>;
  request: HttpRequest;
  connection: ClientConnection;
  /** The caller of the request; refuses wrong credentials, another than is meant, and changes by keys that only read. */
  identify(): Promise<Identity>;
}

interface Definition<Query extends QuerySchema> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  query: Query;
  /** Whether the response depends on the query and the published catalogue alone: then it is cached by its path and query. */
  isCached?(query: z.output<Query>): boolean;
  /** False where guests are always refused. */
  isForGuests?: boolean;
  /** Whether it reads the catalogue as the request may see it, as all do that are cached. Others find out who calls. */
  readsCatalogue?: boolean | undefined;
  handle(call: Call<z.output<Query>>): HttpResponse | Promise<HttpResponse>;
}

/** The most bytes of a body that names a product, signs in or makes a key. */
const largestForm = 32 * 1024;

/** What an address asks for, by the address as it was written: reading a query takes longer than sending a cached response. */
const cacheKeys = new LRUCache<string, string>({
  maxSize: 1024 * 1024,
  sizeCalculation: (key, address) => 2 * (key.length + address.length),
});

type Params = Record<string, string>;

/** What answers a method of an address. */
export interface Handler {
  make(request: HttpRequest, params: Params): HttpResponse | Promise<HttpResponse>;
  /** Set if it refuses every request: there is no such endpoint, or no such method. */
  readonly refuses?: 404 | 405;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
type Method = (typeof methods)[number];
export type Route = Record<Method, Handler>;

/** Finds a handler for any method, also one that Next does not know. */
export function handlerOf(route: Route, method = ''): Handler {
  if (isMethod(method)) return route[method];
  const allowed = methods.filter((one) => route[one].refuses === undefined);
  return allowed.length === 0 ? route.GET : refusing(allowed.join(', '));
}

function refusing(allow: string): Handler {
  return {
    make: ({ headers }) => loggedProblemResponse(wrongMethod(allow), namesOf(headers)),
    refuses: 405,
  };
}

/** The handler of one method of an address: parse, handle, answer. */
export function handler<Query extends QuerySchema>(definition: Definition<Query>): Handler {
  const read = (
    context: Context,
    request: HttpRequest,
    params: Params,
    query: z.output<Query>,
  ): Call<z.output<Query>> => {
    const connection = requireConnection(request);
    const body = async (mostBytes = largestForm) =>
      readJsonObject(bodyHeaders(request.headers), await connection.body(mostBytes));
    const { responses } = portal();
    const identified = async () => {
      const identity = await identify(context, request, connection, definition.isForGuests);
      await requirePayer(context, request, identity.caller);
      if (definition.method !== 'GET') await requireWriting(context, identity.caller);
      return identity;
    };
    return { context, responses, query, params, body, request, connection, identify: identified };
  };
  const answer = (
    context: Context,
    request: HttpRequest,
    params: Params,
  ): HttpResponse | Promise<HttpResponse> => {
    const { isCached } = definition;
    const queryOf = () => readQuery(definition.query, parametersOf(request));
    if (isCached === undefined) return definition.handle(read(context, request, params, queryOf()));
    const { responses } = portal();
    const name = periodOfLists(context.face.last) + context.audience.name;
    const address = name + addressOf(request);
    const known = cacheKeys.get(address);
    const cached = known === undefined ? undefined : responses.get(known);
    if (cached) return cached;
    const query = queryOf();
    const key = name + JSON.stringify([decodedPath(addressOf(request)), query]);
    cacheKeys.set(address, key);
    const made = responses.get(key);
    if (made) return made;
    const call = read(context, request, params, query);
    const fresh = async () => whole(await definition.handle(call));
    return unlessGone(call.connection, () => (isCached(query) ? responses.getOrMake(key, fresh) : fresh()));
  };
  const handle = (request: HttpRequest, params: Params): HttpResponse | Promise<HttpResponse> => {
    const { context } = portal();
    const { isCached, readsCatalogue = isCached !== undefined } = definition;
    if (!readsCatalogue || isOfGuest(context, request)) return answer(context, request, params);
    return answerSeen(context, request, (seen) => answer(seen, request, params));
  };
  const make: Handler['make'] = async (request, params) => {
    try {
      if (request.url.includes('%00')) refuseNul(params);
      const response = await handle(request, params);
      const known = request.headers.get('if-none-match');
      return known === null || 'chunks' in response ? response : unlessNotModified(response, known);
    } catch (error) {
      const shown = reachable(error, portal().context.face.last);
      return loggedProblemResponse(shown, namesOf(request.headers));
    }
  };
  return { make };
}

/** The answer to somebody who may see more of the catalogue than guests. No cache on the way has it for others. */
async function answerSeen(
  context: Context,
  request: HttpRequest,
  answer: (seen: Context) => HttpResponse | Promise<HttpResponse>,
): Promise<HttpResponse> {
  const isAllPublic = (await context.store.catalogue.restricted()).length === 0;
  const seen = isAllPublic ? context : await forRequest(context, request, requireConnection(request));
  const response = await answer(seen);
  if (seen === context) return response;
  const { headers } = response;
  const vary = [headers['vary'], 'Authorization, Cookie'].filter((one) => one !== undefined).join(', ');
  const isCacheable = /^(?:no-cache$|public)/.test(headers['cache-control'] ?? '');
  return {
    ...response,
    headers: { ...headers, vary, ...(isCacheable && { 'cache-control': 'private, no-cache' }) },
  };
}

/** What is cached is sent to many. */
function whole(response: HttpResponse): BufferedResponse {
  if ('chunks' in response) throw new Error('A stream cannot be cached.');
  return response;
}

/** No id has a NUL, which PostgreSQL cannot store. */
function refuseNul(params: Params): void {
  for (const value of Object.values(params))
    if (!mayBeStored(value)) throw new Problem('not-found', 'There is nothing at this address.');
}

/** All methods of an address: those that are not served get a 405. */
export function routeOf(handlers: { method: Definition<QuerySchema>['method']; serve: Handler }[]): Route {
  const serving = (wanted: Method) => handlers.find(({ method }) => method === wanted)?.serve;
  const allow = [
    ...handlers.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
    'OPTIONS',
  ].join(', ');
  const options = { make: () => ({ status: 204, headers: preflight(allow), payload: '' }) };
  const refuse = refusing(allow);
  return {
    GET: serving('GET') ?? refuse,
    HEAD: serving('GET') ?? refuse,
    POST: serving('POST') ?? refuse,
    PUT: refuse,
    PATCH: serving('PATCH') ?? refuse,
    DELETE: serving('DELETE') ?? refuse,
    OPTIONS: options,
  };
}

/** Turns of the event loop: in one the end of a connection is read, in another it closes. */
const turnsToNotice = 3;

/** Does the work if the client still waits by then. */
async function unlessGone<Result>(
  connection: ClientConnection,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  for (let turn = 0; turn < turnsToNotice; turn += 1) await setImmediate();
  if (connection.gone) throw endedEarly();
  return work();
}

/** Guaranteed by the server, which lets no request to an API path through without one. */
function requireConnection(request: HttpRequest): ClientConnection {
  const connection = connectionOf(request);
  if (connection) return connection;
  throw endedEarly();
}

function isMethod(text: string): text is Method {
  return methods.some((method) => method === text);
}

/** For addresses below /api that no endpoint has. */
export function nothingHere(): Route {
  const make: Handler['make'] = ({ url, headers }) => {
    const { pathname } = new URL(url);
    const problem = new Problem('not-found', `There is no endpoint at ${pathname}.`);
    return loggedProblemResponse(problem, namesOf(headers));
  };
  const refuse: Handler = { make, refuses: 404 };
  return {
    GET: refuse,
    HEAD: refuse,
    POST: refuse,
    PUT: refuse,
    PATCH: refuse,
    DELETE: refuse,
    OPTIONS: refuse,
  };
}

/** Path and query: the origin is whatever a proxy or a client called this portal. */
function addressOf({ url }: HttpRequest): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}

/** However it is written. Routes are found by paths that can be decoded. */
function decodedPath(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1);
  return decodeURIComponent(path);
}

function parametersOf({ url }: HttpRequest): URLSearchParams {
  const start = url.indexOf('?');
  if (start < 0) return noParameters;
  const [query] = url.slice(start).split('#', 1);
  return new URLSearchParams(query);
}

const noParameters = new URLSearchParams();

function wrongMethod(allow: string): Problem {
  return new Problem('method-not-allowed', `This endpoint supports ${allow}.`, [], { allow });
}

/** Any page may read, but not with cookies: there is no `Access-Control-Allow-Credentials`. */
function preflight(allow: string): Record<string, string> {
  return {
    allow,
    'access-control-allow-origin': '*',
    'access-control-allow-methods': allow,
    'access-control-allow-headers':
      'Authorization, Content-Type, Farebox-Max-Credits, Farebox-Payer, Farebox-Caller, Farebox-Quote, Idempotency-Key, If-None-Match, Prefer, Traceparent, X-Request-Id',
    'access-control-max-age': '86400',
  };
}

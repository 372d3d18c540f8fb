import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { JsonObject } from '../../lib/json/json.ts';
import { Problem } from '../../lib/problem/problem.ts';
import {
  type BufferedResponse,
  fetchResponseOf,
  type HttpResponse,
  type StreamedResponse,
  unlessNotModified,
} from './response.ts';
import { requireWriting } from '../callers/require-scope.ts';
import { type ClientConnection, endedEarly } from './client-connection.ts';
import { connectionOf } from './connection-ticket.ts';
import type { HttpRequest } from './http-request.ts';
import { identify, type Identity } from './identify.ts';
import type { Context } from '../portal/context.ts';
import { portal } from '../portal/current-portal.ts';
import { mayBeStored } from '../store/sql/may-be-stored.ts';
import { loggedProblemResponse } from './problem-response.ts';
import { bodyHeaders } from './given-input.ts';
import { readJsonObject } from '../inputs/read-json-object.ts';
import { type QuerySchema, readQuery } from './read-query.ts';
import { namesOf } from './request-names.ts';

/** The parsed request that a handler gets. */
export interface Call<Query> {
  context: Context;
  query: Query;
  params: Record<string, string>;
  /** Reads the body as a JSON object, if there is one. Inputs of products are read elsewhere. */
  body(): Promise<JsonObject | undefined>;
  request: HttpRequest;
  connection: ClientConnection;
  /** The caller of the request; refuses credentials that are wrong, and changes by keys that only read. */
  identify(): Promise<Identity>;
}

interface CommonDefinition<Query extends QuerySchema> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  query: Query;
}

interface CachedDefinition<Query extends QuerySchema> extends CommonDefinition<Query> {
  /** Whether the response depends on the query and the published catalogue alone: then it is cached by its path and query. */
  isCached(query: z.output<Query>): boolean;
  handle(call: Call<z.output<Query>>): BufferedResponse | Promise<BufferedResponse>;
}

interface FreshDefinition<Query extends QuerySchema> extends CommonDefinition<Query> {
  isCached?: never;
  handle(call: Call<z.output<Query>>): BufferedResponse | Promise<BufferedResponse | StreamedResponse>;
}

/** One endpoint. The portal's OpenAPI document is made from the same schemas. */
export type EndpointDefinition<Query extends QuerySchema> = CachedDefinition<Query> | FreshDefinition<Query>;

/** The most bytes of a body that names a product, signs in or makes a key. */
const largestForm = 32 * 1024;

/** What an address asks for, by the address as it was written: reading a query takes longer than sending a cached response. */
const cacheKeys = new LRUCache<string, string>({
  maxSize: 1024 * 1024,
  sizeCalculation: (key, address) => 2 * (key.length + address.length),
});

type Params = Record<string, string>;

/** A handler as Next calls it. */
export interface RouteHandler {
  (request: Request, context: { params: Promise<Params> }): Promise<Response>;
  /** Makes a response without a `Response` object: the fast lane sends it directly. */
  make(request: HttpRequest, params: Params): HttpResponse | Promise<HttpResponse>;
  /** Set if it refuses every request: there is no such endpoint, or no such method. */
  readonly refuses?: 404 | 405;
}

/** The methods that Next knows. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type Method = (typeof methods)[number];
export type Route = Record<Method, RouteHandler>;

export interface Handler {
  method: EndpointDefinition<QuerySchema>['method'];
  serve: RouteHandler;
}

function routeHandler(make: RouteHandler['make'], refuses?: RouteHandler['refuses']): RouteHandler {
  // Next passes no params for a path without parameters, although its types promise them.
  const respond = async (request: Request, { params }: { params: Promise<Params | undefined> }) =>
    fetchResponseOf(await make(request, (await params) ?? {}));
  return Object.assign(respond, { make, ...(refuses && { refuses }) });
}

/** Finds a handler for any method, also one that Next does not know. */
export function handlerOf(route: Route, method = ''): RouteHandler {
  if (isMethod(method)) return route[method];
  const allowed = methods.filter((one) => route[one].refuses === undefined);
  return allowed.length === 0 ? route.GET : refusing(allowed.join(', '));
}

function refusing(allow: string): RouteHandler {
  return routeHandler(({ headers }) => loggedProblemResponse(wrongMethod(allow), namesOf(headers)), 405);
}

/** The handlers of a route file: parse, handle, answer. Other methods get a 405. */
export function endpoint<Query extends QuerySchema>(definition: EndpointDefinition<Query>): Route {
  return routeOf(handler(definition));
}

/** One method of an address that has several. */
export function handler<Query extends QuerySchema>(definition: EndpointDefinition<Query>): Handler {
  const read = (request: HttpRequest, params: Params, query: z.output<Query>): Call<z.output<Query>> => {
    const connection = requireConnection(request);
    const body = async () => readJsonObject(bodyHeaders(request.headers), await connection.body(largestForm));
    const { context } = portal();
    const identified = async () => {
      const identity = await identify(context, request, connection);
      if (definition.method !== 'GET') await requireWriting(context, identity.caller);
      return identity;
    };
    return { context, query, params, body, request, connection, identify: identified };
  };
  const handle = (request: HttpRequest, params: Params): HttpResponse | Promise<HttpResponse> => {
    const { isCached } = definition;
    const queryOf = () => readQuery(definition.query, parametersOf(request));
    if (isCached === undefined) return definition.handle(read(request, params, queryOf()));
    const { responses } = portal();
    const address = addressOf(request);
    const known = cacheKeys.get(address);
    const cached = known === undefined ? undefined : responses.get(known);
    if (cached) return cached;
    const query = queryOf();
    const key = JSON.stringify([decodedPath(address), query]);
    cacheKeys.set(address, key);
    const made = responses.get(key);
    if (made) return made;
    const call = read(request, params, query);
    const fresh = async () => definition.handle(call);
    return unlessGone(call.connection, () => (isCached(query) ? responses.getOrMake(key, fresh) : fresh()));
  };
  const serve = routeHandler(async (request, params) => {
    try {
      if (request.url.includes('%00')) refuseNul(params);
      const response = await handle(request, params);
      const known = request.headers.get('if-none-match');
      return known === null || 'chunks' in response ? response : unlessNotModified(response, known);
    } catch (error) {
      return loggedProblemResponse(error, namesOf(request.headers));
    }
  });
  return { method: definition.method, serve };
}

/** No id has a NUL, which PostgreSQL cannot store. Next has the rest of a path as an array. */
function refuseNul(params: Params): void {
  for (const value of Object.values(params).flat())
    if (!mayBeStored(value)) throw new Problem('not-found', 'There is nothing at this address.');
}

export function routeOf(...handlers: Handler[]): Route {
  const serving = (method: Handler['method']) => handlers.find((one) => one.method === method)?.serve;
  const allow = [
    ...handlers.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
    'OPTIONS',
  ].join(', ');
  const options = routeHandler(() => ({ status: 204, headers: preflight(allow), payload: '' }));
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
  const refuse = routeHandler(({ url, headers }) => {
    const { pathname } = new URL(url);
    const problem = new Problem('not-found', `There is no endpoint at ${pathname}.`);
    return loggedProblemResponse(problem, namesOf(headers));
  }, 404);
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
      'Authorization, Content-Type, Farebox-Max-Credits, Farebox-Quote, Idempotency-Key, If-None-Match, Prefer, Traceparent, X-Request-Id',
    'access-control-max-age': '86400',
  };
}

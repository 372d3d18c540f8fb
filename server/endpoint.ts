import type { z } from 'zod';
import type { JsonObject } from '../lib/json.ts';
import { Problem } from '../lib/problems.ts';
import { Answer, answer, type Prepared } from './answer.ts';
import { takeBody } from './carried-body.ts';
import { portal } from './portal.ts';
import { problemAnswer } from './problem-answer.ts';
import { readJsonObject } from './read-json-object.ts';
import { type QuerySchema, readQuery } from './read-query.ts';

/** What a handler gets: all of it parsed. */
export interface Call<Query> {
  query: Query;
  params: Record<string, string>;
  /** The JSON object of the body; absent where there was no body. */
  body(): JsonObject | undefined;
}

/** One endpoint: what it takes, what it gives. The portal's OpenAPI document is made of the same schemas. */
export interface EndpointDefinition<Query extends QuerySchema> {
  method: 'GET' | 'POST';
  query: Query;
  /** The answer follows from the address and what is published alone: it is kept under the address. */
  kept?: true;
  handle(call: Call<z.output<Query>>): Prepared | Promise<Prepared>;
}

type RouteContext = { params: Promise<Record<string, string>> };
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

/** Those that Next knows of a route. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type Method = (typeof methods)[number];
export type Route = Record<Method, RouteHandler>;

/** The handlers of a route file: parse, handle, answer. Methods that the endpoint does not have are answered, too. */
export function endpoint<Query extends QuerySchema>(definition: EndpointDefinition<Query>): Route {
  const allow = [...(definition.method === 'GET' ? ['GET', 'HEAD'] : ['POST']), 'OPTIONS'].join(', ');
  const prepare = async (request: Request, context: RouteContext) => {
    const query = readQuery(definition.query, new URL(request.url).searchParams);
    const body = () => readJsonObject(request, takeBody(request));
    return definition.handle({ query, params: await context.params, body });
  };
  const serve: RouteHandler = async (request, context) => {
    try {
      const prepared = definition.kept
        ? await portal().cache.answers.getOrMake(addressOf(request), () => prepare(request, context))
        : await prepare(request, context);
      return answer(prepared, request.headers.get('if-none-match'));
    } catch (error) {
      return new Answer(problemAnswer(error));
    }
  };
  const options: RouteHandler = async () =>
    new Answer({ status: 204, headers: preflight(allow), payload: '' });
  const refuse: RouteHandler = async () => new Answer(problemAnswer(wrongMethod(allow)));
  const isGet = definition.method === 'GET';
  return {
    GET: isGet ? serve : refuse,
    HEAD: isGet ? serve : refuse,
    POST: isGet ? refuse : serve,
    PUT: refuse,
    PATCH: refuse,
    DELETE: refuse,
    OPTIONS: options,
  };
}

export function isMethod(text: string): text is Method {
  return methods.some((method) => method === text);
}

/** For addresses below /api that no endpoint has. */
export function nothingHere(): Route {
  const refuse: RouteHandler = async (request) => {
    const { pathname } = new URL(request.url);
    return new Answer(problemAnswer(new Problem('not-found', `There is no endpoint at ${pathname}.`)));
  };
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
function addressOf({ url }: Request): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}

function wrongMethod(allow: string): Problem {
  return new Problem('method-not-allowed', `This endpoint takes ${allow}.`, [], { allow });
}

/** Any page may read, none with cookies: there is no `Access-Control-Allow-Credentials`. */
function preflight(allow: string): Record<string, string> {
  return {
    allow,
    'access-control-allow-origin': '*',
    'access-control-allow-methods': allow,
    'access-control-allow-headers':
      'Authorization, Content-Type, Farebox-Max-Credits, Farebox-Quote, Idempotency-Key, If-None-Match',
    'access-control-expose-headers': '*',
    'access-control-max-age': '86400',
  };
}

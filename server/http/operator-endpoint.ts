import { z } from 'zod';
import type { JsonObject } from '../../lib/json/json.ts';
import { authorOf, type Caller } from '../callers/caller.ts';
import { makeChange, type OperatorChange } from '../operator/change.ts';
import { onceRequest, type OnceRequest } from '../operator/once.ts';
import { type OperatorVerb, requireRight } from '../operator/rights.ts';
import type { Context } from '../portal/context.ts';
import type { Author } from '../store/author.ts';
import type { Verb } from '../store/writer-verbs.ts';
import { type Columns, csvResponse, wantsCsv } from './csv-response.ts';
import { type Handler, handler } from './endpoint.ts';
import type { HttpRequest } from './http-request.ts';
import { privateJson } from './private-response.ts';
import type { QuerySchema } from './read-query.ts';
import { readBody } from './read-body.ts';
import { namesOf } from './request-names.ts';

const noQuery = z.object({});

interface Read<Query extends QuerySchema> {
  right: OperatorVerb;
  query: Query;
  read(
    context: Context,
    query: z.output<Query>,
    params: Record<string, string>,
    caller: Caller,
  ): Promise<unknown>;
}

/** Something that an operator reads. */
export function operatorRead<Query extends QuerySchema>({ right, query, read }: Read<Query>): Handler {
  return handler({
    method: 'GET',
    query,
    handle: async ({ context, query: given, params, identify }) => {
      const identity = await identify();
      requireRight(identity.caller, right);
      return privateJson(identity, await read(context, given, params, identity.caller));
    },
  });
}

interface List<Query extends QuerySchema, Row> {
  right: OperatorVerb;
  exportRight: OperatorVerb;
  query: Query;
  read(
    context: Context,
    query: z.output<Query>,
    params: Record<string, string>,
    caller: Caller,
  ): Promise<{ list: Row[]; next?: number | null }>;
  columns(query: z.output<Query>): Columns<Row>;
}

/** A list for operators, as JSON or CSV. */
export function operatorList<Query extends QuerySchema, Row>({
  right,
  exportRight,
  query,
  read,
  columns,
}: List<Query, Row>): Handler {
  return handler({
    method: 'GET',
    query,
    handle: async ({ context, query: given, params, identify, request }) => {
      const identity = await identify();
      const isCsv = wantsCsv(request);
      requireRight(identity.caller, isCsv ? exportRight : right);
      const page = await read(context, given, params, identity.caller);
      return isCsv ? csvResponse(identity, request, page, columns(given)) : privateJson(identity, page);
    },
  });
}

/** A body that may say why. */
type Reasoned = z.ZodType<{ reason?: string | undefined }>;

interface Change<Body extends Reasoned, Wish, Name extends Verb, Given extends JsonObject> {
  body: Body;
  /** What is wished, by the body and the parameters of the path. */
  wish(body: z.output<Body>, params: Record<string, string>, caller: Caller): Wish;
  change: OperatorChange<Wish, Name, Given, Context>;
}

/** A change by an operator, with its author in the audit log. */
export function operatorChange<Body extends Reasoned, Wish, Name extends Verb, Given extends JsonObject>({
  body: schema,
  wish: wishOf,
  change,
}: Change<Body, Wish, Name, Given>): Handler {
  return handler({
    method: 'POST',
    query: noQuery,
    handle: async ({ context, identify, connection, body: readJson, params, request }) => {
      const identity = await identify();
      const { caller } = identity;
      requireRight(caller, change.right);
      await context.rateLimits.takeCall(caller, connection.network);
      const body = (await readJson()) ?? {};
      const parsed = readBody(schema, body);
      const wish = wishOf(parsed, params, caller);
      const more = await change.alsoNeeds?.(context, wish);
      if (more !== undefined) requireRight(caller, more);
      const { requestId } = namesOf(request.headers);
      const author = { ...authorOf(caller, requestId), reason: parsed.reason ?? null };
      const once = onceOfRequest(request, author, body);
      const { answer, isReplayed } = await makeChange(context, change, wish, author, once);
      const headers: Record<string, string> = isReplayed ? { 'idempotency-replayed': 'true' } : {};
      return privateJson(identity, answer, { status: change.status, headers });
    },
  });
}

function onceOfRequest(
  { url, headers }: HttpRequest,
  author: Author,
  body: JsonObject,
): OnceRequest | undefined {
  const key = headers.get('idempotency-key');
  return key === null ? undefined : onceRequest(author, key, new URL(url).pathname, body);
}

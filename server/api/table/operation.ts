import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import type { ProblemCode } from '../../../lib/problem/problems.ts';
import type { ApiTag } from '../../../lib/reference/docs-pages.ts';
import { authorOf, type Caller } from '../../callers/caller.ts';
import { requireAccount, requirePerson } from '../../callers/require-role.ts';
import { type Call, handler, type Handler } from '../../doors/endpoint.ts';
import type { Identity } from '../../doors/identify.ts';
import { privateJson, privateNothing } from './private-response.ts';
import { readBody } from '../../http/read-request.ts';
import { type QuerySchema } from '../../doors/read-query.ts';
import { refuseCrossSite, namesOf } from '../../http/arriving-request.ts';
import type { HttpResponse } from '../../http/response.ts';
import { forReader } from '../../callers/find-audience.ts';
import { type OperatorVerb, requireRight } from '../../rights.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../store/author.ts';
import { type AnswerOf, type Answers, documented, type Words } from './documented.ts';

/** What the portal does at an address: the router, the document, the docs and the tests are made of these. */
export interface Operation {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Segments in braces are parameters. */
  path: string;
  serve: Handler;
  /** Absent for what other standards describe. */
  document?: ZodOpenApiOperationObject;
  /** Of those for operators. */
  right?: OperatorVerb;
}

/** With what pages know of it: types alone, and no value at all. */
export interface TypedOperation<Route extends string, Answer> extends Operation {
  types?: { route: Route; answer: Answer };
}

type Method = Operation['method'];

export interface OperationGroup {
  tag: ApiTag;
  operations: Operation[];
}

/** The parameters of a path, which the router fills. */
export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Record<Name, string> & PathParams<Rest>
  : Record<string, string>;

/** Who may, and how others are refused. */
export interface Access {
  check(context: Context, caller: Caller): unknown;
  refuses: readonly ProblemCode[];
}

export const anyCaller: Access = { check() {}, refuses: [] };
export const account: Access = {
  check: (_, caller) => requireAccount(caller),
  refuses: ['account-required'],
};
export const person: Access = { check: (_, caller) => requirePerson(caller), refuses: ['sign-in-required'] };
/** Somebody whose role allows it; the verb itself asks. */
export const member: Access = { check() {}, refuses: ['sign-in-required', 'account-required', 'forbidden'] };

/** An address that refuses so is for somebody who signed in. */
const ofSignedIn: readonly ProblemCode[] = ['sign-in-required', 'account-required', 'operator-required'];

function isForGuests(...refuses: readonly (readonly ProblemCode[] | undefined)[]): boolean {
  return !refuses.flat().some((code) => code !== undefined && ofSignedIn.includes(code));
}

/** How operators are refused. */
const notAllowed: readonly ProblemCode[] = ['operator-required', 'forbidden', 'confirmation-required'];

function operatorAccess(right: OperatorVerb): Access {
  return { check: (_, caller) => requireRight(caller, right), refuses: notAllowed };
}

function withRight<Known extends Operation>(operation: Known, right: OperatorVerb | undefined): Known {
  return right ? { ...operation, right } : operation;
}

/** What an operation is given to run. */
export interface Given<Params, Query, Body> {
  context: Context;
  caller: Caller;
  identity: Identity;
  author: Author;
  requestId: string;
  params: Params;
  query: Query;
  body: Body;
  connection: Call<unknown>['connection'];
  /** Headers that the answer gets besides. */
  headers: Record<string, string>;
}

type Body = z.ZodType;

interface Definition<Path extends string, Query extends QuerySchema, Wish extends Body, Said extends Answers>
  extends Words {
  query?: Query;
  body?: Wish;
  /** Of the body, where it is more than a form. */
  mostBytes?: number;
  /** Absent for operators, of whom the right asks. */
  access?: Access;
  /**
   * What it counts as, beside a read. Trying to confirm who one is has a narrow limit, and counts once the body could be
   * read.
   */
  limit?: 'call' | 'confirmation';
  /** By status, the usual one first: what it says, with its schema if there is a body. */
  answers: Said;
  /** Besides what follows from access, body and parameters. */
  refuses?: readonly ProblemCode[];
  run(given: Given<PathParams<Path>, z.output<Query>, z.output<Wish>>): Promise<unknown>;
}

const noQuery = z.object({});

/** An operation of a known caller: identified, allowed and counted, then its body is read. */
export function operation<
  Verb extends Method,
  Path extends string,
  Said extends Answers,
  Query extends QuerySchema = typeof noQuery,
  Wish extends Body = z.ZodUndefined,
>(
  route: `${Verb} ${Path}`,
  definition: Definition<Path, Query, Wish, Said>,
): TypedOperation<`${Verb} ${Path}`, AnswerOf<Said>> {
  const { method, path } = methodAndPath(route);
  const {
    right,
    access = right ? operatorAccess(right) : anyCaller,
    body: schema,
    mostBytes,
    limit,
    run,
  } = definition;
  const [status = 200] = Object.keys(definition.answers).map(Number);
  const serve = handler({
    method,
    query: queryOf(definition.query),
    isForGuests: isForGuests(access.refuses, definition.refuses),
    async handle({ context, query, params, request, connection, identify, body }) {
      const identity = await identify();
      const { caller } = identity;
      await access.check(context, caller);
      if (limit === 'call') await context.rateLimits.takeCall(caller, connection.network);
      const wish = schema && readBody(schema, (await body(mostBytes)) ?? {});
      if (limit === 'confirmation')
        await context.rateLimits.takeConfirmation(connection.network, caller.person?.id);
      const { requestId } = namesOf(request.headers);
      const headers: Record<string, string> = {};
      const author = authorOf(caller, requestId);
      const seen = await forReader(context, caller, right);
      const given = { context: seen, caller, identity, author, requestId, query, connection, headers };
      const value = await run({ ...given, params: filled(params), body: filled(wish) });
      if (value instanceof Answer)
        return privateJson(identity, value.value, { status: value.status, headers });
      if (value === undefined) return privateNothing(headers);
      return privateJson(identity, value, { status, headers });
    },
  });
  return withRight(
    { method, path, serve, document: documented(method, path, { ...definition, access, identifies: true }) },
    right,
  );
}

/** A value with another status than usual. */
export class Answer {
  readonly status: number;
  readonly value: unknown;

  constructor(status: number, value: unknown) {
    this.status = status;
    this.value = value;
  }
}

interface Handling<Path extends string, Query extends QuerySchema> {
  query?: Query;
  /** Whether the answer depends on the query and the published catalogue alone: then it is cached by path and query. */
  isCached?(query: z.output<Query>): boolean;
  /** Refuses pages of other sites, which must not act behind a person's back, with cookies or without. */
  ownPages?: true;
  isForGuests?: boolean;
  readsCatalogue?: boolean;
  handle(
    call: Omit<Call<z.output<Query>>, 'params'> & { params: PathParams<Path> },
  ): HttpResponse | Promise<HttpResponse>;
}

/** What has a way of its own from the request to the answer. */
type OpenDefinition<Path extends string, Query extends QuerySchema, Said extends Answers> = Handling<
  Path,
  Query
> &
  Words & {
    /** What the document says of a query that takes more. */
    saidQuery?: QuerySchema;
    body?: Body;
    requestHeaders?: z.ZodObject;
    /** Whether it asks who calls. */
    identifies?: boolean;
    answers: Said;
    refuses?: readonly ProblemCode[];
  };

export function openOperation<
  Path extends string,
  Query extends QuerySchema = typeof noQuery,
  Said extends Answers = Answers,
  Verb extends Method = Method,
>(
  route: `${Verb} ${Path}`,
  definition: OpenDefinition<Path, Query, Said>,
): TypedOperation<`${Verb} ${Path}`, AnswerOf<Said>> & Required<Pick<Operation, 'document'>> {
  const { method, path } = methodAndPath(route);
  const { right, saidQuery, query } = definition;
  const said = {
    ...definition,
    query: saidQuery ?? query,
    ...(right && { access: operatorAccess(right), identifies: true }),
  };
  const bare = bareOperation(route, {
    ...definition,
    isForGuests: isForGuests(said.access?.refuses, definition.refuses),
  });
  return withRight({ ...bare, document: documented(method, path, said) }, right);
}

/** One that is in no document of the portal. */
export function bareOperation<
  Verb extends Method,
  Path extends string,
  Query extends QuerySchema = typeof noQuery,
>(
  route: `${Verb} ${Path}`,
  { query, isCached, ownPages, isForGuests: forGuests = true, readsCatalogue, handle }: Handling<Path, Query>,
): Operation {
  const { method, path } = methodAndPath(route);
  const serve = handler<Query>({
    method,
    query: queryOf(query),
    ...(isCached && { isCached }),
    isForGuests: forGuests,
    ...(readsCatalogue && { readsCatalogue }),
    handle: (call) => {
      if (ownPages) refuseCrossSite(call.request, call.context.settings.url);
      return handle(filled(call));
    },
  });
  return { method, path, serve };
}

function methodAndPath(route: string): Pick<Operation, 'method' | 'path'> {
  const [method = '', path = ''] = route.split(' ');
  return { method: filled(method), path };
}

/** Whoever names no query takes none. */
function queryOf<Query extends QuerySchema>(query: Query | undefined): Query {
  return query ?? filled(noQuery);
}

/** The router fills the parameters of a path, and a body was read by its schema. */
function filled<Value>(value: unknown): Value {
  return value as Value;
}

import { isJsonObject } from '../lib/json/json.ts';
import type { KnownOperation } from '../server/api/table/openapi-document.ts';
import { type PageProblem, ProblemError, unreachable } from './problem-error.ts';
import { noteOtherPayer, noteRefusal, callerHeaders } from './shown-caller.ts';

type Known = NonNullable<KnownOperation['types']>;

/** An operation of the portal, by its method and path. */
export type Route = Known['route'];

/** What the portal says to it, by the table of its operations. */
export type AnswerOf<Asked extends Route> = Extract<Known, { route: Asked }>['answer'];

type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** What a request has besides its route. */
export interface Given<Asked extends Route> {
  /** Of the path. */
  params?: Partial<Record<NamesIn<Asked>, string>>;
  query?: string | Record<string, string> | URLSearchParams;
  /** Sent as JSON; a string is JSON already, and a file is sent as it is. */
  body?: unknown;
  /** With the same key, the portal does the same once. */
  key?: string;
  signal?: AbortSignal;
}

const notThePortal = 'The response is not from the portal, which may be restarting. Try again in a moment.';

/** Requests JSON from the portal. Every failure is thrown as an error with a message for people. */
export async function fetchJson<Asked extends Route>(
  route: Asked,
  { params = {}, query, body, key, signal }: Given<Asked> = {},
): Promise<AnswerOf<Asked>> {
  const [method = '', path = ''] = route.split(' ');
  const values: Partial<Record<string, string>> = params;
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  const response = await fetch(address + search, {
    method,
    ...(signal && { signal }),
    headers: {
      ...callerHeaders(method, path),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(body !== undefined && !(body instanceof Blob) && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body),
    }),
  }).catch((cause: unknown) => fail(unreachable, signal, cause));
  if (response.status === 204) return answerOf<Asked>(undefined);
  const answered: unknown = await response
    .json()
    .catch((cause: unknown) => fail(notThePortal, signal, cause));
  if (response.ok) return answerOf<Asked>(answered);
  if (method !== 'GET' && isJsonObject(answered) && answered['code'] === 'other-payer')
    noteOtherPayer(String(answered['payer']));
  throw refusalOf(answered) ?? new Error(notThePortal);
}

/** Guaranteed by the portal: the operation is in its table with the schema of this type, which tests hold it to. */
function answerOf<Asked extends Route>(answered: unknown): AnswerOf<Asked> {
  return answered as AnswerOf<Asked>;
}

/** What the portal refuses; the page follows if it is refused to another caller. Undefined if something else answered. */
export function refusalOf(answered: unknown): ProblemError | undefined {
  if (!isProblem(answered)) return undefined;
  noteRefusal(answered.code);
  return new ProblemError(answered);
}

/** The members that only some problems have follow from the first two: only the portal writes both. */
function isProblem(answered: unknown): answered is PageProblem {
  return (
    isJsonObject(answered) && typeof answered['code'] === 'string' && typeof answered['detail'] === 'string'
  );
}

/** Asks as a query does. */
export function fetching<Asked extends Route>(route: Asked, given?: Omit<Given<Asked>, 'signal'>) {
  return ({ signal }: { signal: AbortSignal }) => fetchJson(route, { ...given, signal });
}

/** A cancelled request is no failure. */
function fail(sentence: string, signal: AbortSignal | undefined, cause: unknown): never {
  signal?.throwIfAborted();
  throw new Error(sentence, { cause });
}

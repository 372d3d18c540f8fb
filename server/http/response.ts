import { hash } from 'node:crypto';
import { Problem, problemCodeOf } from '../../lib/problem/problem.ts';
import { problems } from '../../lib/problem/problems.ts';
import { errorText, log, type RequestNames } from '../log.ts';

/** A complete response: it can be sent to any number of callers. */
export interface BufferedResponse {
  status: number;
  headers: Record<string, string>;
  payload: string | Buffer;
  etag?: string;
}

/** A response whose body is still being made. Ending the iteration early ends its source. */
export interface StreamedResponse {
  status: number;
  headers: Record<string, string>;
  chunks: AsyncGenerator<Uint8Array>;
  /** A client that has not read everything by then counts as gone. By `performance.now()`. */
  endsAtMs: number;
}

export type HttpResponse = BufferedResponse | StreamedResponse;

/** Pages of other sites see no header that is not named: neither the cost of a call nor `Retry-After`. */
export const readableByAnyPage = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': '*',
};

export function cacheableJson(value: unknown, headers: Record<string, string> = {}): BufferedResponse {
  return cacheableText(JSON.stringify(value), 'application/json', headers);
}

/** A response that a client may cache and revalidate by its ETag. */
export function cacheableText(
  text: string | Buffer,
  contentType: string,
  headers: Record<string, string> = {},
): BufferedResponse {
  const etag = `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
  return {
    status: 200,
    headers: {
      'content-type': contentType,
      'content-length': String(Buffer.byteLength(text)),
      etag,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      ...readableByAnyPage,
      ...headers,
    },
    payload: text,
    etag,
  };
}

/** A response that must not be cached. */
export function freshResponse(
  status: number,
  contentType: string,
  payload: string | Buffer,
  headers: Record<string, string> = {},
): BufferedResponse {
  return {
    status,
    headers: {
      'content-type': contentType,
      'content-length': String(Buffer.byteLength(payload)),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...readableByAnyPage,
      ...headers,
    },
    payload,
  };
}

/** The whole response, or 304 if the client has it already. */
export function unlessNotModified(response: BufferedResponse, ifNoneMatch: string): BufferedResponse {
  if (!response.etag || !matches(ifNoneMatch, response.etag)) return response;
  const { 'content-type': _type, 'content-length': _length, ...headers } = response.headers;
  return { status: 304, headers, payload: '' };
}

function matches(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch
    .split(',')
    .some((candidate) => ['*', etag].includes(candidate.trim().replace(/^W\//, '')));
}

/**
 * The one place where an error becomes a status. An unexpected error is logged with its stack, and the caller gets one
 * sentence. A call has a log line of its own; `loggedProblemResponse` is for all other requests.
 */
export function problemResponse(
  error: unknown,
  names: RequestNames,
  headers: Record<string, string> = {},
): BufferedResponse {
  if (error instanceof Problem) return problemResponseOf(error, names.requestId, headers);
  log('error', 'unexpected', { ...names, error: error instanceof Error ? error.stack : errorText(error) });
  const internal = new Problem('internal', 'An internal error occurred. Nothing was charged.');
  return problemResponseOf(internal, names.requestId, headers);
}

/** The same, with a line in the log. */
export function loggedProblemResponse(
  error: unknown,
  names: RequestNames,
  headers: Record<string, string> = {},
): BufferedResponse {
  const answer = problemResponse(error, names, headers);
  logProblem(error, names, answer.status);
  return answer;
}

export function logProblem(error: unknown, names: RequestNames, status: number): void {
  log('info', 'problem', { ...names, code: problemCodeOf(error), status });
}

function problemResponseOf(
  { code, detail, errors, headers, members }: Problem,
  requestId: string,
  more: Record<string, string>,
): BufferedResponse {
  const { status, title } = problems[code];
  const body = {
    type: `/problems/${code}`,
    title,
    status,
    detail,
    code,
    requestId,
    ...(errors.length > 0 && { errors }),
    ...members,
  };
  return freshResponse(status, 'application/problem+json', JSON.stringify(body), {
    // Headers of the problem itself win.
    ...more,
    ...headers,
  });
}

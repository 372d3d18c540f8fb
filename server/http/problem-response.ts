import { Problem } from '../../lib/problem/problem.ts';
import { problems } from '../../lib/problem/problems.ts';
import { type BufferedResponse, freshResponse } from './response.ts';
import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import type { RequestNames } from '../request-names.ts';

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
  log('info', 'problem', { ...names, code: error instanceof Problem ? error.code : 'internal', status });
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

import { randomUUID } from 'node:crypto';
import { Problem } from '../lib/problem.ts';
import { problems } from '../lib/problems.ts';
import { type Prepared, prepareOnce } from './answer.ts';
import { errorText } from './error-text.ts';
import { log } from './log.ts';

/** The one place where an error becomes a status. An error that nobody expected is logged whole and told in one line. */
export function problemAnswer(error: unknown, headers: Record<string, string> = {}): Prepared {
  const requestId = randomUUID();
  if (!(error instanceof Problem)) {
    log('error', 'unexpected', { requestId, error: error instanceof Error ? error.stack : errorText(error) });
    return problemAnswerOf(
      new Problem('internal', 'The request failed on our side. Nothing was charged.'),
      requestId,
      headers,
    );
  }
  return problemAnswerOf(error, requestId, headers);
}

function problemAnswerOf(
  { code, detail, errors, headers, members }: Problem,
  requestId: string,
  more: Record<string, string>,
): Prepared {
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
  return prepareOnce(status, 'application/problem+json', JSON.stringify(body), {
    // What a problem says itself is nearer: of the earlier call that it is about, for instance.
    ...more,
    ...headers,
  });
}

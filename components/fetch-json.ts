import { type $ZodType, type output, safeParse } from 'zod/v4/core';
import { ProblemError, unreachable } from './problem-error.ts';
import { problemSchema } from './problem-schema.ts';

const notThePortal = 'The response is not from the portal, which may be restarting. Try again in a moment.';
const outgrown = 'The portal was updated. Reload the page.';

interface RequestOptions {
  /** POST with a body, else GET. */
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Sent as JSON; a string is JSON already. */
  body?: unknown;
}

/** Requests JSON from the portal. Every failure is thrown as an error with a message for people. */
export async function fetchJson<Schema extends $ZodType>(
  address: string,
  schema: Schema,
  signal: AbortSignal,
  { body, method = body === undefined ? 'GET' : 'POST' }: RequestOptions = {},
): Promise<output<Schema>> {
  const response = await fetch(address, {
    signal,
    method,
    ...(body !== undefined && {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  }).catch((cause: unknown) => fail(unreachable, signal, cause));
  // An empty response is undefined to the schema.
  const answered: unknown =
    response.status === 204
      ? undefined
      : await response.json().catch((cause: unknown) => fail(notThePortal, signal, cause));
  if (!response.ok) {
    const { data: problem } = safeParse(problemSchema, answered);
    throw problem ? new ProblemError(problem) : new Error(notThePortal);
  }
  const answer = safeParse(schema, answered);
  if (!answer.success) throw new Error(outgrown, { cause: answer.error });
  return answer.data;
}

/** A cancelled request is no failure. */
function fail(sentence: string, signal: AbortSignal, cause: unknown): never {
  signal.throwIfAborted();
  throw new Error(sentence, { cause });
}

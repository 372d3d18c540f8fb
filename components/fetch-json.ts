import { type $ZodType, type output, safeParse } from 'zod/v4/core';
import { Refusal, refusedProblem } from './refusal.ts';
import { unreachable } from './unreachable.ts';

const notThePortal =
  'What came back is not an answer of the portal, which may be starting. Try again in a moment.';
const outgrown = 'This page is older than the portal. Load it again.';

interface Asked {
  /** POST where there is a body, else GET. */
  method?: 'GET' | 'POST' | 'DELETE';
  /** Sent as JSON; a text is JSON already. */
  body?: unknown;
}

/** The one way by which the browser asks the portal. Whatever goes wrong is thrown as a sentence to act on. */
export async function fetchJson<Schema extends $ZodType>(
  address: string,
  schema: Schema,
  signal: AbortSignal,
  { body, method = body === undefined ? 'GET' : 'POST' }: Asked = {},
): Promise<output<Schema>> {
  const response = await fetch(address, {
    signal,
    method,
    ...(body !== undefined && {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  }).catch((cause: unknown) => fail(unreachable, signal, cause));
  // Where there is nothing to say, a schema takes undefined.
  const answered: unknown =
    response.status === 204
      ? undefined
      : await response.json().catch((cause: unknown) => fail(notThePortal, signal, cause));
  if (!response.ok) {
    const { data: problem } = safeParse(refusedProblem, answered);
    throw problem ? new Refusal(problem) : new Error(notThePortal);
  }
  const answer = safeParse(schema, answered);
  if (!answer.success) throw new Error(outgrown, { cause: answer.error });
  return answer.data;
}

/** A question that was called off did not fail: who did so is waiting for just that. */
function fail(sentence: string, signal: AbortSignal, cause: unknown): never {
  signal.throwIfAborted();
  throw new Error(sentence, { cause });
}

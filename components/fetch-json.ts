import type { z } from 'zod';
import type { JsonObject } from '../lib/json.ts';
import { problemDocument } from '../lib/problem-document.ts';

const unreachable = 'The portal cannot be reached. See whether you are connected, then try again.';
const notThePortal =
  'What came back is not an answer of the portal, which may be starting. Try again in a moment.';
const outgrown = 'This page is older than the portal. Load it again.';

const jsonHeaders = { 'content-type': 'application/json' };

/** The one way by which the browser asks the portal. Whatever goes wrong is thrown as a sentence to act on. */
export async function fetchJson<Schema extends z.ZodType>(
  address: string,
  schema: Schema,
  signal: AbortSignal,
  /** Given, it is sent: reading takes none. */
  body?: JsonObject,
): Promise<z.output<Schema>> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers: jsonHeaders };
  const response = await fetch(address, { ...init, signal }).catch((cause: unknown) =>
    fail(unreachable, signal, cause),
  );
  const answered: unknown = await response
    .json()
    .catch((cause: unknown) => fail(notThePortal, signal, cause));
  if (!response.ok) {
    throw new Error(problemDocument.safeParse(answered).data?.detail ?? notThePortal);
  }
  const answer = schema.safeParse(answered);
  if (!answer.success) throw new Error(outgrown, { cause: answer.error });
  return answer.data;
}

/** A question that was called off did not fail: who did so is waiting for just that. */
function fail(sentence: string, signal: AbortSignal, cause: unknown): never {
  signal.throwIfAborted();
  throw new Error(sentence, { cause });
}

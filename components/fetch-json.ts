import type { z } from 'zod';
import { problemDocument } from '../lib/problem-document.ts';

const unreachable = 'The portal cannot be reached. See whether you are connected, then try again.';
const notThePortal =
  'What came back is not an answer of the portal, which may be starting. Try again in a moment.';
const outgrown = 'This page is older than the portal. Load it again.';

/** The one way by which the browser asks the portal. Whatever goes wrong is thrown as a sentence to act on. */
export async function fetchJson<Schema extends z.ZodType>(
  address: string,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.output<Schema>> {
  const response = await fetch(address, { signal }).catch((cause: unknown) =>
    fail(unreachable, signal, cause),
  );
  const body: unknown = await response.json().catch((cause: unknown) => fail(notThePortal, signal, cause));
  if (!response.ok) {
    throw new Error(problemDocument.safeParse(body).data?.detail ?? notThePortal);
  }
  const answer = schema.safeParse(body);
  if (!answer.success) throw new Error(outgrown, { cause: answer.error });
  return answer.data;
}

/** A question that was called off did not fail: who did so is waiting for just that. */
function fail(sentence: string, signal: AbortSignal, cause: unknown): never {
  signal.throwIfAborted();
  throw new Error(sentence, { cause });
}

import type { z } from 'zod';
import { problemDocument } from '../lib/problem-document.ts';

/** An error as the server told it: its message is the sentence for people. */
export class FetchError extends Error {
  constructor(
    readonly code: string,
    detail: string,
  ) {
    super(detail);
  }
}

/** The one way by which the browser asks the portal. */
export async function fetchJson<Schema extends z.ZodType>(
  address: string,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.output<Schema>> {
  const response = await fetch(address, { signal });
  const body: unknown = await response.json();
  if (response.ok) return schema.parse(body);
  const problem = problemDocument.parse(body);
  throw new FetchError(problem.code, problem.detail);
}

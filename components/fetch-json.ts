import type { z } from 'zod';
import { problemDocument } from '../lib/problem-document.ts';

/** The one way by which the browser asks the portal. A refusal is thrown with the portal's own sentence. */
export async function fetchJson<Schema extends z.ZodType>(
  address: string,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.output<Schema>> {
  const response = await fetch(address, { signal });
  const body: unknown = await response.json();
  if (response.ok) return schema.parse(body);
  throw new Error(problemDocument.parse(body).detail);
}

import type { KeptAnswer } from '../store/ledger.ts';
import type { Answer, HeldCall } from './call-request.ts';

/**
 * The most that is stored of an answer; more for a client that has it by its address alone. A larger reply of the upstream
 * is sent on as it comes, and a stream is not stored.
 */
export const storedBytes = 1024 * 1024;
export const storedWholeBytes = 16 * 1024 * 1024;

/** An answer as it is stored. Null without an idempotency key, and for a larger answer. */
export function storedAnswer({ key, request }: HeldCall, answer: Answer | null): KeptAnswer | null {
  if (key === null || answer === null) return null;
  const { status, headers, payload } = answer;
  const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const { readsWhole } = request.client;
  return body.length > (readsWhole ? storedWholeBytes : storedBytes) ? null : { status, headers, body };
}

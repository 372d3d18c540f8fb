import { Problem } from '../../lib/problem/problem.ts';
import type { BufferedResponse } from '../http/response.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { GivenInput } from '../inputs/given-input.ts';
import type { IdempotencyKey } from '../store/ledger.ts';
import type { Caller } from '../callers/caller.ts';
import type { ProductRecord } from '../products/product-record.ts';
import { earlierAnswer } from './earlier-answer.ts';
import { idempotencyKeyOf } from './idempotency.ts';
import { type PreparedCall, prepareCall } from './prepare-call.ts';
import { takeHold } from './take-hold.ts';

/** The caller of a call and the product, before the input is read. */
export interface AskedCall {
  callId: string;
  startedMs: number;
  principal: Caller;
  product: ProductRecord;
  key: IdempotencyKey | null;
  headers: HttpRequest['headers'];
}

export function askedCall(
  callId: string,
  startedMs: number,
  principal: Caller,
  product: ProductRecord,
  { headers }: Pick<HttpRequest, 'headers'>,
): AskedCall {
  const key = idempotencyKeyOf(headers, principal, product);
  return { callId, startedMs, principal, product, key, headers };
}

export type BegunCall = PreparedCall & { callKey: number; keepsAnswer: boolean };

/**
 * Makes a call ready and takes its credits, or gives the answer of before. A caller who lost an answer must be able to
 * ask for it again: whatever refuses the call now, what was made under its idempotency key comes first.
 */
export async function beginCall(asked: AskedCall, given: GivenInput): Promise<BegunCall | BufferedResponse> {
  const { callId, startedMs, principal, product, key, headers } = asked;
  try {
    const prepared = await prepareCall(product, given, headers);
    const taken = await takeHold(callId, principal, prepared, key, startedMs);
    if ('payload' in taken) return taken;
    return Object.assign(prepared, { callKey: taken.callKey, keepsAnswer: key !== null });
  } catch (refusal) {
    if (key === null || !isOfThisMoment(refusal)) throw refusal;
    const earlier = await earlierAnswer(key, principal, given, startedMs);
    if (!earlier) throw refusal;
    return earlier;
  }
}

/** A caller who may not call at all may not hear of earlier calls, either. */
function isOfThisMoment(refusal: unknown): boolean {
  return refusal instanceof Problem && refusal.code !== 'invalid-key';
}

import type { Context } from '../portal/context.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { BufferedResponse } from '../http/response.ts';
import type { GivenInput } from '../inputs/given-input.ts';
import type { IdempotencyKey } from '../store/ledger.ts';
import type { Caller } from '../callers/caller.ts';
import type { ProductRecord } from '../store/catalogue.ts';
import { earlierAnswer } from './earlier-answer.ts';
import { type PreparedCall, prepareCall, type PriceTerms } from './prepare-call.ts';
import { takeHold } from './take-hold.ts';

/** The caller of a call and the product, before the input is read. */
export interface AskedCall {
  callId: string;
  startedMs: number;
  caller: Caller;
  product: ProductRecord;
  key: IdempotencyKey | null;
  terms: PriceTerms;
}

export type BegunCall = PreparedCall & { callKey: number; keepsAnswer: boolean };

/**
 * Makes a call ready and takes its credits, or gives the answer of before. A caller who lost an answer must be able to
 * ask for it again: whatever refuses the call now, what was made under its idempotency key comes first.
 */
export async function beginCall(
  context: Context,
  asked: AskedCall,
  given: GivenInput,
): Promise<BegunCall | BufferedResponse> {
  const { callId, startedMs, caller, product, key, terms } = asked;
  try {
    const prepared = await prepareCall(context, product, given, terms);
    const taken = await takeHold(context, callId, caller, prepared, key, startedMs);
    if ('payload' in taken) return taken;
    return Object.assign(prepared, { callKey: taken.callKey, keepsAnswer: key !== null });
  } catch (refusal) {
    if (key === null || !isOfThisMoment(refusal)) throw refusal;
    const earlier = await earlierAnswer(context, { key, caller, startedMs }, given);
    if (!earlier) throw refusal;
    return earlier;
  }
}

/** A caller who may not call at all may not hear of earlier calls, either. */
function isOfThisMoment(refusal: unknown): boolean {
  return refusal instanceof Problem && refusal.code !== 'invalid-key';
}

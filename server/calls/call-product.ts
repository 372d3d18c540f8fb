import { z } from 'zod';
import type { Prepared, Streamed } from '../answer.ts';
import { findPrincipal } from '../callers/principal.ts';
import type { Call } from '../endpoint.ts';
import { portal } from '../portal.ts';
import { problemAnswer } from '../problem-answer.ts';
import { newCallId } from './call-id.ts';
import { unchargedHeaders } from './credit-headers.ts';
import { dialCall } from './dial-call.ts';
import { idempotencyOf } from './idempotency.ts';
import { prepareCall } from './prepare-call.ts';
import { takeHold } from './take-hold.ts';

export const callQuery = z.object({});

/**
 * Quote, hold, dial, settle. Whatever is refused before the hold costs nothing; from the hold on, the call is resolved
 * exactly once, and its answer says what it cost.
 */
export async function callProduct(call: Call<z.output<typeof callQuery>>): Promise<Prepared | Streamed> {
  const startedMs = Date.now();
  const callId = newCallId(startedMs);
  // What an answer carries until there is something to charge for.
  let headers = unchargedHeaders(callId);
  try {
    const { request, arrival, params } = call;
    const { address } = arrival;
    const caller = await findPrincipal(request, address);
    if (caller.setCookie !== null) headers['set-cookie'] = caller.setCookie;
    headers = { ...headers, ...(await portal().rateLimits.takeCall(caller, address)) };
    const prepared = await prepareCall(params['api_id'] ?? '', call.body() ?? {}, request.headers);
    const idempotency = idempotencyOf(request.headers, caller, prepared);
    const held = await takeHold(callId, caller, prepared, idempotency, startedMs);
    if (held.outcome === 'replay') return { ...held.answer, headers: { ...headers, ...held.answer.headers } };
    const { callKey } = held;
    const accept = request.headers.get('accept');
    const keepsAnswer = idempotency !== null;
    const { purse } = caller;
    return await dialCall(
      { ...prepared, callId, callKey, purse, startedMs, headers, keepsAnswer, accept },
      arrival,
    );
  } catch (error) {
    return problemAnswer(error, headers);
  }
}

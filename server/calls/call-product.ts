import { z } from 'zod';
import { Problem } from '../../lib/problem.ts';
import type { Prepared, Streamed } from '../answer.ts';
import { findPrincipal } from '../callers/principal.ts';
import type { Call } from '../endpoint.ts';
import { portal } from '../portal.ts';
import { problemAnswer } from '../problem-answer.ts';
import { newCallId } from './call-id.ts';
import { unchargedHeaders } from './credit-headers.ts';
import { dialCall } from './dial-call.ts';
import { idempotencyOf } from './idempotency.ts';
import type { HeldCall } from './held-call.ts';
import { type PreparedCall, prepareCall } from './prepare-call.ts';
import { type CallReport, reportCall } from './report-call.ts';
import { takeHold } from './take-hold.ts';

export const callQuery = z.object({});

/**
 * Quote, hold, dial, settle. Whatever is refused before the hold costs nothing; from the hold on, the call is resolved
 * exactly once, and its answer says what it cost.
 */
export async function callProduct(call: Call<z.output<typeof callQuery>>): Promise<Prepared | Streamed> {
  const startedMs = Date.now();
  const begun = { callId: newCallId(startedMs), began: performance.now(), caller: 'unknown' };
  // What an answer carries until there is something to charge for.
  const headers = unchargedHeaders(begun.callId);
  let prepared: PreparedCall | undefined;
  try {
    const { request, arrival, params } = call;
    const { address } = arrival;
    const principal = await findPrincipal(request, address);
    begun.caller = principal.apiKey?.id ?? 'guest';
    if (principal.setCookie !== null) headers['set-cookie'] = principal.setCookie;
    Object.assign(headers, await portal().rateLimits.takeCall(principal, address));
    prepared = await prepareCall(params['api_id'] ?? '', call.body() ?? {}, request.headers);
    const idempotency = idempotencyOf(request.headers, principal, prepared);
    const held = await takeHold(begun.callId, principal, prepared, idempotency, startedMs);
    if (held.outcome === 'replay') return replay(begun, prepared, held.answer, headers);
    const { callKey } = held;
    const { purse } = principal;
    const accept = request.headers.get('accept');
    const keepsAnswer = idempotency !== null;
    const rest = { callKey, purse, headers, keepsAnswer, accept };
    return await dialCall(Object.assign({}, prepared, begun, rest), arrival);
  } catch (error) {
    const answer = problemAnswer(error, headers);
    const problem = error instanceof Problem ? error.code : 'internal';
    reportUncharged(begun, prepared, { outcome: 'not-made', problem, status: answer.status });
    return answer;
  }
}

type Begun = Pick<HeldCall, 'callId' | 'began' | 'caller'>;

function replay(
  begun: Begun,
  prepared: PreparedCall,
  answer: Prepared,
  headers: Record<string, string>,
): Prepared {
  reportUncharged(begun, prepared, { outcome: 'replayed', problem: null, status: answer.status });
  return { ...answer, headers: { ...headers, ...answer.headers } };
}

function reportUncharged(
  { callId, caller, began }: Begun,
  prepared: PreparedCall | undefined,
  ended: Pick<CallReport, 'outcome' | 'problem' | 'status'>,
): void {
  reportCall({
    callId,
    product: prepared?.product.slug ?? null,
    caller,
    ...ended,
    quoted: prepared?.quoted ?? null,
    charged: 0,
    aboveQuote: false,
    upstreamStatus: null,
    upstreamMs: null,
    totalMs: performance.now() - began,
  });
}

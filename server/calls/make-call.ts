import { Problem, problemCodeOf } from '../../lib/problem/problem.ts';
import type { ProblemCode } from '../../lib/problem/problems.ts';
import type { Caller } from '../callers/caller.ts';
import { requireScope } from '../callers/require-scope.ts';
import { CallAbort } from '../gateway/call-abort.ts';
import type { GivenInput } from '../inputs/given-input.ts';
import type { Context } from '../portal/context.ts';
import { productAtHand, requireProduct } from '../products/find-product.ts';
import type { ProductRecord } from '../store/catalogue.ts';
import { answerCall } from './answer-call.ts';
import { CallClock } from './call-clock.ts';
import { newCallId } from './call-id.ts';
import type { CallRequest, CallResult, PaidAnswer } from './call-request.ts';
import type { FoundCall, IdentifiedCall, HeldCall } from './call-stages.ts';
import { findVersion } from './check-call.ts';
import { dialCall } from './dial-call.ts';
import { answerOfEarlier, type EarlierAnswer, earlierAnswer, findEarlierCall } from './earlier-call.ts';
import { holdCall } from './hold-call.ts';
import { logUnmadeCall } from './log-call.ts';
import { requireCalling } from './spendable.ts';
import { streamCall } from './stream-call.ts';

/**
 * Makes a call: admit, look up, check, price, hold, dial, settle, answer. A refusal before the hold costs nothing. After
 * the hold, the call is settled exactly once, and its answer says what it cost.
 */
export async function makeCall(context: Context, caller: Caller, request: CallRequest): Promise<CallResult> {
  const startedMs = Date.now();
  const call: IdentifiedCall = { callId: newCallId(startedMs), startedMs, caller, request };
  const { client } = request;
  let rateFields: Record<string, string> = {};
  let found: ProductRecord | undefined;
  const unmade = ({ answer, cost }: PaidAnswer, problem: ProblemCode | null, detail = ''): CallResult => {
    const product = found ?? productAtHand(context, request.product);
    const { status } = answer;
    logUnmadeCall(context, request, { callId: call.callId, caller, product, problem, detail, status });
    return { answer, cost, rateFields, isReplayed: problem === null };
  };
  try {
    rateFields = await context.rateLimits.takeCall(caller, client.network);
    requireCalling(caller);
    found = await requireProduct(context, request.product);
    if (caller.apiKey?.scope) await requireScope(context, caller.apiKey, found);
    const known = await findVersion(context, call, found);
    const given = await readInput(context, known);
    const held = 'answer' in given ? given : await earlierOrHeld(context, known, given);
    if ('answer' in held) return unmade(held, held.problem);
    return { ...(await completeCall(context, held)), rateFields, isReplayed: false };
  } catch (error) {
    const answer = client.problemAnswer(error);
    const detail = error instanceof Problem ? error.detail : '';
    return unmade({ answer, cost: { callId: call.callId, charged: 0 } }, problemCodeOf(error), detail);
  }
}

async function earlierOrHeld(
  context: Context,
  found: FoundCall,
  given: GivenInput,
): Promise<HeldCall | EarlierAnswer> {
  if (!found.identified.request.readsOn) return holdCall(context, found, given);
  const earlier = await earlierAnswer(context, found, given);
  if (earlier) return earlier;
  throw new Problem('nothing-at-offset', 'No call was made with this quote. Nothing was charged.');
}

/** The input; or the answer to the earlier call with the same key, where a file that it names can be fetched no more. */
async function readInput(context: Context, found: FoundCall): Promise<GivenInput | EarlierAnswer> {
  const { caller, request } = found.identified;
  try {
    const account = caller.kind === 'account' ? caller.purse : undefined;
    return await request.client.readInput(found.mostBytes, account);
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'file-not-fetched')) throw error;
    const earlier = found.key && (await findEarlierCall(context, found.identified, found.key));
    if (!earlier) throw error;
    return answerOfEarlier(earlier.result(), request.client);
  }
}

/** Dials a call whose credits are held, and settles it. A stream is settled when it ends. */
async function completeCall(context: Context, held: HeldCall): Promise<PaidAnswer> {
  const { callsUnderWay } = context;
  const abort = new CallAbort();
  const clock = new CallClock();
  callsUnderWay.enter(abort);
  let isStreaming = false;
  try {
    const dialled = await dialCall(context, held, clock, abort);
    if (dialled.kind !== 'streaming') return await answerCall(context, held, dialled, clock);
    const streamed = streamCall(context, held, dialled, clock, abort);
    isStreaming = true;
    return streamed;
  } catch (error) {
    return await answerCall(context, held, { kind: 'failed', error }, clock);
  } finally {
    if (!isStreaming) callsUnderWay.leave(abort);
  }
}

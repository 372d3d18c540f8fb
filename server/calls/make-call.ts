import { Problem } from '../../lib/problem/problem.ts';
import type { ProblemCode } from '../../lib/problem/problems.ts';
import type { Caller } from '../callers/caller.ts';
import { CallAbort } from '../gateway/call-abort.ts';
import type { Context } from '../portal/context.ts';
import { answerCall } from './answer-call.ts';
import { CallClock } from './call-clock.ts';
import { newCallId } from './call-id.ts';
import type { Answer, CallCost, CallRequest, CallResult } from './call-request.ts';
import type { AdmittedCall, HeldCall } from './call-stages.ts';
import { findCalled } from './check-call.ts';
import { dialCall } from './dial-call.ts';
import { holdCall } from './hold-call.ts';
import { callerName, reportUnmade } from './report-call.ts';
import { streamCall } from './stream-call.ts';

/**
 * Makes a call: admit, look up, check, price, hold, dial, settle, answer. A refusal before the hold costs nothing. After
 * the hold, the call is settled exactly once, and its answer says what it cost.
 */
export async function makeCall(context: Context, caller: Caller, request: CallRequest): Promise<CallResult> {
  const startedMs = Date.now();
  const callId = newCallId(startedMs);
  const admitted: AdmittedCall = { callId, startedMs, began: performance.now(), caller, request };
  const { client, names } = request;
  let product: string | null = null;
  let limits: Record<string, string> = {};
  const unmade = (answer: Answer, cost: CallCost, problem: ProblemCode | null): CallResult => {
    const isReplayed = problem === null;
    const outcome = isReplayed ? 'replayed' : 'not-made';
    const call = { ...admitted, names, caller: callerName(caller) };
    reportUnmade(context, call, { product, outcome, problem, status: answer.status });
    return { answer, cost, limits, isReplayed };
  };
  try {
    limits = await context.rateLimits.takeCall(caller, client.network);
    const found = await findCalled(context, admitted);
    product = found.product.slug;
    const account = caller.kind === 'account' ? caller.purse : undefined;
    const given = await client.readInput(found.mostBytes, account);
    const held = await holdCall(context, found, given);
    if ('answer' in held) return unmade(held.answer, held.cost, held.problem);
    return { ...(await completeCall(context, held)), limits, isReplayed: false };
  } catch (error) {
    const problem = error instanceof Problem ? error.code : 'internal';
    return unmade(client.problemAnswer(error), { callId, charged: 0 }, problem);
  }
}

/** Dials a call whose credits are held, and settles it. A stream is settled when it ends. */
async function completeCall(context: Context, held: HeldCall): Promise<Pick<CallResult, 'answer' | 'cost'>> {
  const { callsUnderWay } = context;
  const abort = new CallAbort();
  const clock = new CallClock();
  callsUnderWay.enter(abort);
  const dialled = await dialCall(context, held, clock, abort);
  if (dialled.kind === 'streaming') return streamCall(context, held, dialled, clock, abort);
  try {
    return await answerCall(context, held, dialled, clock);
  } finally {
    callsUnderWay.leave(abort);
  }
}

import { hash } from 'node:crypto';
import { chargeSentence } from '../../lib/call/call-words.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { Problem, problemCodeOf } from '../../lib/problem/problem.ts';
import type { ProblemCode } from '../../lib/problem/problems.ts';
import { newCallId } from '../call-id.ts';
import type { Caller } from '../callers/caller.ts';
import { requireScope } from '../callers/require-role.ts';
import type { Context } from '../context.ts';
import { CallAbort } from '../gateway/deadlines.ts';
import { type UpstreamAnswer, UpstreamFailure } from '../gateway/exchange-failures.ts';
import type { GivenInput } from '../inputs/read-json-object.ts';
import { ignoredFieldsHeader, jsonOf } from '../inputs/prepare-input.ts';
import { log } from '../log.ts';
import { productAtHand } from '../products/find-product.ts';
import type { ProductRecord } from '../store/catalogue/catalogue.ts';
import { CallClock } from './calls-under-way.ts';
import type {
  CallRequest,
  CallResult,
  PaidAnswer,
  FoundCall,
  IdentifiedCall,
  HeldCall,
  Answer,
} from './call-request.ts';
import { findVersion } from './check-call.ts';
import { dialCall, type FailedCall, type RepliedCall } from './dial-call.ts';
import {
  answerOfEarlier,
  type EarlierAnswer,
  earlierAnswer,
  findEarlierCall,
  productOfCall,
} from './earlier-call.ts';
import { holdCall } from './hold-call.ts';
import { logUnmadeCall } from './log-call.ts';
import { notSettledCost, notSettledProblem, releaseLater, streamCall } from './stream-call.ts';
import { rejectionUse, type EndedCall, reckon, type Reckoned, settleCall } from './settle-call.ts';
import { requireCalling } from './spendable.ts';

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
    found = await productOfCall(context, caller, request.product, request.idempotencyKey);
    if (caller.apiKey?.scope) await requireScope(context, caller.apiKey, found);
    const known = await findVersion(context, call, found);
    const given = await readInput(context, known);
    const held = 'answer' in given ? given : await earlierOrHeld(context, known, given);
    if ('answer' in held) return unmade(held, held.problem);
    return Object.assign(await completeCall(context, held), { rateFields, isReplayed: false });
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
  if (!found.request.readsOn) return holdCall(context, found, given);
  const earlier = await earlierAnswer(context, found, given);
  if (earlier) return earlier;
  throw new Problem('nothing-at-offset', 'No call was made with this quote. Nothing was charged.');
}

/** The input; or the answer to the earlier call with the same key, where a file that it names can be fetched no more. */
async function readInput(context: Context, found: FoundCall): Promise<GivenInput | EarlierAnswer> {
  const { caller, request } = found;
  try {
    const account = caller.kind === 'account' ? caller.purse : undefined;
    return await request.client.readInput(found.mostBytes, account);
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'file-not-fetched')) throw error;
    const earlier = found.key && (await findEarlierCall(context, found, found.key));
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

/** Settles a call, and then answers it. */
async function answerCall(
  context: Context,
  held: HeldCall,
  dialled: RepliedCall | FailedCall,
  clock: CallClock,
): Promise<PaidAnswer> {
  const { answer, ended } = endOf(held, dialled);
  // Stored with it, for its idempotency key.
  Object.assign(answer.headers, ignoredFieldsHeader(held.prepared.ignored));
  try {
    return { answer, cost: await settleCall(context, held, clock, ended, answer) };
  } catch (error) {
    const { callId, request } = held;
    const lost = request.client.problemAnswer(notSettledProblem(held, error));
    releaseLater(context, held, clock, error, lost);
    return { answer: lost, cost: { callId, ...notSettledCost(held, error) } };
  }
}

function endOf(held: HeldCall, dialled: RepliedCall | FailedCall): AnsweredEnd {
  if (dialled.kind === 'failed') return endOfFailure(held, dialled.error);
  try {
    return endOfReply(held, dialled);
  } catch (error) {
    return endOfFailure(held, error);
  }
}

interface AnsweredEnd {
  answer: Answer;
  ended: EndedCall & Reckoned;
}

function endOfReply(held: HeldCall, { reply, body, use }: RepliedCall): AnsweredEnd {
  const ended: EndedCall = {
    problem: null,
    phase: 'settling',
    replyHash: hash('sha256', body, 'base64url'),
    replyBytes: body.length,
    use,
  };
  const reckoned = reckon(held, ended);
  if (reckoned.unpriced !== undefined) return endOfFailure(held, unreadable(reckoned.unpriced));
  const answer = held.request.client.replyAnswer(reply, body);
  return { answer, ended: Object.assign(ended, reckoned) };
}

/** The end of a call that was not served. Its charge table says what it costs, and the answer says so. */
function endOfFailure(held: HeldCall, error: unknown): AnsweredEnd {
  const { callId, request } = held;
  const failure = error instanceof UpstreamFailure ? error : undefined;
  const code = failure?.code ?? 'internal';
  if (failure?.operatorDetail)
    log('error', 'upstream-failed', { callId, code, cause: failure.operatorDetail });
  const ended: EndedCall = {
    problem: code,
    phase: failure?.phase ?? 'settling',
    replyHash: null,
    replyBytes: 0,
    use: code === 'upstream-rejected' ? rejectionUse(failure?.answer) : undefined,
  };
  const reckoned = reckon(held, ended);
  const answer = request.client.problemAnswer(failure ? problemOf(failure, reckoned.charged) : error);
  return { answer, ended: Object.assign(ended, reckoned) };
}

function unreadable(reason: string): UpstreamFailure {
  return new UpstreamFailure(
    'upstream-unreadable',
    'buffering',
    'The API did not report its usage, which the price of this product depends on.',
    { cause: `the price could not be settled: ${reason}` },
  );
}

function problemOf({ code, detail, headers, answer }: UpstreamFailure, charged: number): Problem {
  const members: JsonObject = answer ? { upstream: shownAnswer(answer) } : {};
  return new Problem(code, `${detail} ${chargeSentence(charged)}`, [], headers, members);
}

/** Shows the body as JSON if it is, and otherwise as text. */
function shownAnswer({ status, contentType, body }: UpstreamAnswer): JsonObject {
  if (body === null) return { status };
  const value = jsonOf(body);
  return { status, contentType, body: value === undefined ? body.toString() : value };
}

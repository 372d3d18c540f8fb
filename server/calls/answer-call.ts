import { hash } from 'node:crypto';
import { chargeSentence } from '../../lib/call/call-words.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { type UpstreamAnswer, UpstreamFailure } from '../gateway/upstream-failure.ts';
import { ignoredFieldsHeader } from '../inputs/ignored-fields.ts';
import { jsonOf } from '../inputs/reply-json.ts';
import { log } from '../log.ts';
import type { Context } from '../portal/context.ts';
import type { CallClock } from './call-clock.ts';
import type { Answer, PaidAnswer } from './call-request.ts';
import type { HeldCall } from './call-stages.ts';
import type { FailedCall, RepliedCall } from './dial-call.ts';
import { notSettledCost, notSettledProblem, releaseLater } from './release-later.ts';
import { rejectionUse } from './reply-use.ts';
import { type EndedCall, reckon, type Reckoned, settleCall } from './settle-call.ts';

/** Settles a call, and then answers it. */
export async function answerCall(
  context: Context,
  held: HeldCall,
  dialled: RepliedCall | FailedCall,
  clock: CallClock,
): Promise<PaidAnswer> {
  const { answer, ended } = endOf(held, dialled);
  // Stored with it, for its idempotency key.
  Object.assign(answer.headers, ignoredFieldsHeader(held.priced.prepared.ignored));
  try {
    return { answer, cost: await settleCall(context, held, clock, ended, answer) };
  } catch (error) {
    const { callId, request } = held.priced.found.identified;
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
  const answer = held.priced.found.identified.request.client.replyAnswer(reply, body);
  return { answer, ended: Object.assign(ended, reckoned) };
}

/** The end of a call that was not served. Its charge table says what it costs, and the answer says so. */
function endOfFailure(held: HeldCall, error: unknown): AnsweredEnd {
  const { callId, request } = held.priced.found.identified;
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

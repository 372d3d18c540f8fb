import { callOutcome } from '../../lib/call/call-ending.ts';
import { chargeSentence } from '../../lib/call/call-words.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { BufferedResponse, StreamedResponse } from '../http/response.ts';
import type { ClientConnection } from '../http/client-connection.ts';
import { CallAbort } from '../gateway/call-abort.ts';
import { type UpstreamAnswer, UpstreamFailure } from '../gateway/upstream-failure.ts';
import { log } from '../log.ts';
import type { Context } from '../portal/context.ts';
import { problemResponse } from '../http/problem-response.ts';
import { WriterError } from '../store/writer.ts';
import { bareMediaType } from '../http/accepts.ts';
import { answerBuffered, keptAnswer } from './answer-buffered.ts';
import { answerLarge } from './answer-large.ts';
import { answerStreamed } from './answer-streamed.ts';
import { CallClock } from './call-clock.ts';
import type { HeldCall } from './held-call.ts';
import { notSettled, notSettledProblem } from './not-settled.ts';
import { jsonOf, usageOf } from '../inputs/reply-json.ts';
import { type CallEvent, reckon, settleCall } from './settle-call.ts';

/** Answers of up to so much are settled before their headers go out. */
const bufferedBytes = 1024 * 1024;

/** Makes a call whose credits are held, and resolves it. */
export async function dialCall(
  context: Context,
  held: HeldCall,
  connection: ClientConnection,
): Promise<BufferedResponse | StreamedResponse> {
  const clock = new CallClock();
  const abort = new CallAbort();
  const { callsUnderWay } = context;
  callsUnderWay.enter(abort);
  let made: BufferedResponse | StreamedResponse | undefined;
  try {
    made = await makeCall(context, held, connection, clock, abort);
    return made;
  } catch (error) {
    const { 'farebox-credits-charged': _told, ...headers } = held.headers;
    const answer = problemResponse(notSettledProblem(held, error), held.names, headers);
    notSettled(context, held, clock, error, { status: answer.status, answer: keptAnswer(answer) });
    return answer;
  } finally {
    // A stream leaves by itself, once it is settled.
    if (!made || !('chunks' in made)) callsUnderWay.leave(abort);
  }
}

async function makeCall(
  context: Context,
  held: HeldCall,
  connection: ClientConnection,
  clock: CallClock,
  abort: CallAbort,
): Promise<BufferedResponse | StreamedResponse> {
  const { charges, limits, template } = held.version;
  // `settled` says that a caller who goes away pays for what is used, and so the upstream may finish.
  if (charges.clientGone !== 'settled') connection.whenGone((reason) => abort.abort(reason));
  try {
    const { request, purse: caller, callId } = held;
    const secrets = template['x-farebox'].secrets ?? [];
    const reply = await context.gateway.dial({
      request,
      secrets,
      limits,
      isRead: held.version.metered,
      signal: abort,
      caller,
      callId,
      clock,
    });
    const isEvents = bareMediaType(reply.contentType) === 'text/event-stream';
    const surroundings = { clock, abort, connection };
    if (isEvents) return answerStreamed(context, held, reply, surroundings);
    const body = await reply.buffer(bufferedBytes);
    if (body === null) return await answerLarge(context, held, reply, surroundings);
    return await answerBuffered(context, held, reply, body, clock);
  } catch (error) {
    if (error instanceof WriterError) throw error;
    return await failCall(context, held, error, clock);
  }
}

/** Resolves a call that was not served, as the charge table says, and tells the caller what it cost. */
async function failCall(
  context: Context,
  held: HeldCall,
  error: unknown,
  clock: CallClock,
): Promise<BufferedResponse> {
  const failure = error instanceof UpstreamFailure ? error : undefined;
  const code = failure?.code ?? 'internal';
  const outcome = callOutcome(code, failure?.phase ?? 'settling');
  if (failure?.operatorDetail)
    log('error', 'upstream-failed', {
      callId: held.callId,
      code: failure.code,
      cause: failure.operatorDetail,
    });
  const use = failure?.code === 'upstream-rejected' ? useOf(failure.answer) : undefined;
  const reckoned = reckon(held, outcome, use);
  const problem = failure ? problemOf(failure, reckoned.charged) : error;
  const answer = problemResponse(problem, held.names);
  const event: CallEvent = {
    outcome,
    problem: code,
    status: answer.status,
    clock,
    replyHash: null,
    replyBytes: 0,
    answer: keptAnswer(answer),
    wasDialled: failure?.phase !== 'before-dial',
    ...(use && { use }),
  };
  const credits = await settleCall(context, held, event, reckoned);
  return { ...answer, headers: { ...answer.headers, ...held.headers, ...credits } };
}

/** What a metered price settles by where the request was rejected. */
function useOf(answer: UpstreamAnswer | undefined): CallEvent['use'] {
  const response = answer?.body ? jsonOf(answer.body) : undefined;
  return { response, usage: usageOf(response) };
}

function problemOf({ code, detail, headers, answer }: UpstreamFailure, charged: number): Problem {
  const members: JsonObject = answer ? { upstream: shownAnswer(answer) } : {};
  return new Problem(code, `${detail} ${chargeSentence(charged)}`, [], headers, members);
}

/** The body as JSON where it is, else as text. */
function shownAnswer({ status, contentType, body }: UpstreamAnswer): JsonObject {
  if (body === null) return { status };
  const value = jsonOf(body);
  return { status, contentType, body: value === undefined ? body.toString() : value };
}

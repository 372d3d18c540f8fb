import { callOutcome, type CallPhase } from '../../lib/call/call-ending.ts';
import { type CallOutcome, type Charge, chargedCredits, chargeRow } from '../../lib/call/charges.ts';
import type { JsonValue } from '../../lib/json/json.ts';
import { chargeFor, type PricedCall, type ChargeResult } from '../../lib/price/evaluate.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { ProblemCode } from '../../lib/problem/problems.ts';
import { type CallEnd, makeEnding, replyWithoutUse } from '../../lib/receipt/receipt.ts';
import type { Context } from '../context.ts';
import { type UpstreamAnswer, UpstreamFailure } from '../gateway/exchange-failures.ts';
import { keptIgnoredFields, jsonOf, usageOf } from '../inputs/prepare-input.ts';
import type { CallClock } from './calls-under-way.ts';
import type { Answer, CallCost, HeldCall } from './call-request.ts';
import { logCall } from './log-call.ts';
import { storedAnswer } from './earlier-call.ts';

/** How a call ended that was held. */
export interface EndedCall extends Pick<CallEnd, 'replyHash' | 'replyBytes'> {
  /** The problem that the caller gets instead of the reply, or after a part of it. */
  problem: ProblemCode | null;
  phase: CallPhase;
  /** The part of the reply that a metered price depends on; absent if the reply did not report it. */
  use?: ReplyUse | undefined;
}

/** What an ended call costs. */
export interface Reckoned {
  outcome: CallOutcome;
  charge: Charge;
  charged: number;
  priced: PricedCall;
  /** Why the price by usage could not be computed. */
  unpriced?: string;
  aboveQuote?: true;
}

/** The outcome decides the row of the published charge table, and the one evaluator computes the price. */
export function reckon(
  { version, quoted, prepared }: HeldCall,
  { problem, phase, use }: EndedCall,
): Reckoned {
  const { input, priced } = prepared;
  const outcome = callOutcome(problem, phase);
  const charge = chargeRow(version.charges, outcome);
  if (charge !== 'settled') return { outcome, charge, priced, charged: chargedCredits(charge, quoted, null) };
  if (!version.metered)
    return { outcome, charge, priced, charged: chargedCredits(charge, quoted, priced.credits) };
  const ended = { outcome, charge, priced };
  if (!use) return { ...ended, charged: 0, unpriced: replyWithoutUse };
  const settled =
    'settled' in use ? use.settled : chargeFor(version.price, { quoted, priced }, { input, ...use });
  if (!settled.ok) return { ...ended, charged: 0, unpriced: settled.detail };
  const { evaluation, charged, settledAbove } = settled;
  return { outcome, charge, priced: evaluation, charged, ...(settledAbove && { aboveQuote: true }) };
}

/**
 * Charges or releases the hold, durably. The answer is stored for the idempotency key of the call, if it has one; a
 * stream has none.
 */
export async function settleCall(
  context: Context,
  held: HeldCall,
  clock: CallClock,
  ended: EndedCall & Reckoned,
  answer: Answer | null,
): Promise<CallCost> {
  const { problem, phase, replyHash, replyBytes, use } = ended;
  const { outcome, charge, charged, priced, unpriced } = ended;
  const { callId, key, promised, prepared, request } = held;
  const wasSent = phase !== 'before-dial';
  const upstreamMs = clock.elapsedMs;
  const ending = makeEnding({
    outcome,
    problem: problem ?? undefined,
    upstream: clock.read(),
    replyHash,
    replyBytes,
    charge,
    priced,
    quote: prepared.priced,
    unpriced,
    promised,
    ignored: keptIgnoredFields(prepared.ignored),
    usage: use?.usage,
    requestId: request.names.requestId,
  });
  if (charged === 0 && wasSent && isFaultOfCall(outcome, problem))
    countUnpaid(context, held, outcome, upstreamMs);
  const { ledger } = context.store;
  const settlement = {
    callKey: held.callKey,
    nowMs: Date.now(),
    ending,
    answer: storedAnswer(held, answer),
  };
  const costsNothing = charge === 'nothing' || unpriced !== undefined;
  // A call that was never sent may be made again with its key.
  const balance = await (costsNothing
    ? ledger.release(Object.assign(settlement, { freesKey: key !== null && !wasSent }))
    : ledger.settle(Object.assign(settlement, { charged })));
  logCall(context, held, clock, {
    outcome,
    problem,
    answer,
    charged,
    // The caller pays the quote. The operator should look at the price.
    aboveQuote: ended.aboveQuote === true,
    upstreamMs,
  });
  return { callId, charged, balance: balance.available };
}

/** A failure that the portal caused does not count against the caller. */
function isFaultOfCall(outcome: CallOutcome, problem: ProblemCode | null): boolean {
  return outcome === 'refused' ? problem === 'upstream-too-large' : outcome !== 'success';
}

function countUnpaid(
  { gateway }: Context,
  { prepared, caller }: HeldCall,
  outcome: CallOutcome,
  tookMs: number,
): void {
  const { url } = prepared.request;
  const { purse } = caller;
  gateway.countUnpaid({ url, caller: purse, tookMs, isRejected: outcome === 'upstream4xx' });
}

/** The part of a reply that a metered price depends on, or the price if a thread has computed it. */
export type ReplyUse = { usage: JsonValue | undefined } & (
  | { response: JsonValue | undefined }
  | { settled: ChargeResult }
);

/** Parsing more takes milliseconds, and up to a second for the largest replies: everybody would wait. */
const mostInlineBytes = 128 * 1024;

/** A thread parses large replies, and computes the price there. */
export async function replyUse(context: Context, call: HeldCall, body: Buffer): Promise<ReplyUse> {
  if (body.length <= mostInlineBytes) return useOf(body);
  const { caller, version, prepared, quoted } = call;
  try {
    return await context.inputThreads.settle(version, {
      body,
      caller: caller.purse,
      input: prepared.input,
      quoted,
      priced: prepared.priced,
    });
  } catch (error) {
    throw error instanceof Problem ? unread(error) : error;
  }
}

/** The same for an answer that rejects the request. */
export function rejectionUse(answer: UpstreamAnswer | undefined): ReplyUse {
  return answer?.body ? useOf(answer.body) : { response: undefined, usage: undefined };
}

function useOf(body: Buffer): ReplyUse {
  const response = jsonOf(body);
  return { response, usage: usageOf(response) };
}

/** A reply that the portal cannot read is free. */
function unread({ code, detail }: Problem): UpstreamFailure {
  const isBusy = code === 'unavailable';
  return new UpstreamFailure(
    isBusy ? 'unavailable' : 'upstream-unreadable',
    'buffering',
    isBusy
      ? 'Too many large responses at once. This one must be read completely to compute its price.'
      : 'Reading the response to compute its price takes too much time or memory.',
    { cause: `the price could not be settled: ${detail}` },
  );
}

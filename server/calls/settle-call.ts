import { type CallOutcome, type Charge, chargedCredits, chargeRow } from '../../lib/call/charges.ts';
import type { JsonValue } from '../../lib/json/json.ts';
import { chargeFor, type ChargeResult, type PricedCall } from '../../lib/price/evaluate.ts';
import { type CallEnd, makeEnding } from '../../lib/receipt/receipt.ts';
import type { ProblemCode } from '../../lib/problem/problems.ts';
import type { KeptAnswer } from '../store/ledger.ts';
import type { Context } from '../portal/context.ts';
import type { CallClock } from './call-clock.ts';
import { creditHeaders } from '../http/credit-headers.ts';
import type { HeldCall } from './held-call.ts';
import { reportCall } from './report-call.ts';

/** What the reply says that a metered price is settled by, or the price that a thread has made of it. */
export type ReplyUse = { usage: JsonValue | undefined } & (
  | { response: JsonValue | undefined }
  | { settled: ChargeResult }
);

/** How a call went, seen from the portal. */
export interface CallEvent extends Pick<CallEnd, 'replyHash' | 'replyBytes'> {
  outcome: CallOutcome;
  /** What the caller is told, where it is not the reply. */
  problem?: ProblemCode | undefined;
  status: number;
  clock: CallClock;
  /** What a metered price settles by; absent where the reply did not say. */
  use?: ReplyUse;
  answer: KeptAnswer | null;
  /** False where it never left the portal, and the caller is told to come again. */
  wasDialled?: boolean;
}

export interface Reckoned {
  charge: Charge;
  charged: number;
  priced: PricedCall;
  /** Why the price by what was used could not be computed. */
  unpriced?: string;
  aboveQuote?: true;
}

/** What an outcome costs: the row of the published charge table, and the one evaluator. */
export function reckon(held: HeldCall, outcome: CallOutcome, use: CallEvent['use']): Reckoned {
  const { version, quoted, priced, input } = held;
  const charge = chargeRow(version.charges, outcome);
  if (charge !== 'settled') return { charge, priced, charged: chargedCredits(charge, quoted, null) };
  if (!version.metered) return { charge, priced, charged: chargedCredits(charge, quoted, priced.credits) };
  if (!use) return { charge, priced, charged: 0, unpriced: 'The reply did not say what was used.' };
  const settled =
    'settled' in use ? use.settled : chargeFor(version.price, { quoted, priced }, { input, ...use });
  if (!settled.ok) return { charge, priced, charged: 0, unpriced: settled.detail };
  const { evaluation, charged, settledAbove } = settled;
  return { charge, priced: evaluation, charged, ...(settledAbove && { aboveQuote: true }) };
}

/** Resolves the hold, durably, and returns the headers that say what the call cost. */
export async function settleCall(
  context: Context,
  held: HeldCall,
  event: CallEvent,
  reckoned: Reckoned,
): Promise<Record<string, string>> {
  const { outcome, problem, clock, replyHash, replyBytes, use } = event;
  const { charge, charged, priced, unpriced } = reckoned;
  const upstreamMs = clock.elapsedMs;
  const ending = makeEnding({
    outcome,
    problem,
    upstream: clock.read(),
    replyHash,
    replyBytes,
    charge,
    priced,
    unpriced,
    promised: held.promised,
    usage: use?.usage,
  });
  const release = {
    callKey: held.callKey,
    nowMs: Date.now(),
    ending,
    answer: held.keepsAnswer ? event.answer : null,
  };
  if (charged === 0 && event.wasDialled !== false && isOfTheCall(outcome, problem))
    countUnpaid(context, held, outcome, upstreamMs);
  const costsNothing = charge === 'nothing' || unpriced !== undefined;
  const { ledger } = context.store;
  const balance = await (costsNothing
    ? ledger.release({ ...release, freesKey: held.keepsAnswer && event.wasDialled === false })
    : ledger.settle({ ...release, charged }));
  report(context, held, event, reckoned, upstreamMs);
  return creditHeaders(held.callId, charged, balance);
}

/** Whether the call itself failed. What the portal did to it takes nobody's time for nothing. */
function isOfTheCall(outcome: CallOutcome, problem: CallEvent['problem']): boolean {
  return outcome === 'refused' ? problem === 'upstream-too-large' : outcome !== 'success';
}

function countUnpaid(
  { gateway }: Context,
  { request, purse: caller }: HeldCall,
  outcome: CallOutcome,
  tookMs: number,
): void {
  gateway.countUnpaid({ url: request.url, caller, tookMs, isRejected: outcome === 'upstream4xx' });
}

function report(
  context: Context,
  held: HeldCall,
  event: CallEvent,
  { charged, aboveQuote }: Reckoned,
  upstreamMs: number,
): void {
  const { callId, names, caller, product, quoted, began } = held;
  reportCall(context, {
    callId,
    ...names,
    product: product.slug,
    caller,
    outcome: event.outcome,
    problem: event.problem ?? null,
    status: event.status,
    quoted,
    charged,
    // The caller pays the quote; the operator's price is at fault and should be looked at.
    aboveQuote: aboveQuote === true,
    upstreamStatus: event.clock.read().status,
    upstreamMs,
    totalMs: performance.now() - began,
  });
}

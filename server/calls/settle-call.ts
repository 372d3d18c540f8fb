import { type CallOutcome, type Charge, chargedCredits, chargeRow } from '../../lib/charges.ts';
import type { JsonValue } from '../../lib/json.ts';
import { chargeFor, type PricedCall } from '../../lib/price/evaluate.ts';
import { type CallEnd, makeEnding } from '../../lib/receipt.ts';
import type { KeptAnswer, Settlement } from '../ledger/ledger.ts';
import { log } from '../log.ts';
import { portal } from '../portal.ts';
import { creditHeaders } from './credit-headers.ts';
import type { HeldCall } from './held-call.ts';

/** How a call went, seen from the portal. */
export interface CallEvent extends Pick<CallEnd, 'problem' | 'upstream' | 'replyHash' | 'replyBytes'> {
  outcome: CallOutcome;
  /** What a metered price settles by; absent where the reply did not say. */
  use?: { response: JsonValue | undefined; usage: JsonValue | undefined };
  answer: KeptAnswer | null;
}

export interface Reckoned {
  charge: Charge;
  charged: number;
  priced: PricedCall;
  /** Why the price by what was used could not be computed. */
  unpriced?: string;
}

/** What an outcome costs: the row of the published charge table, and the one evaluator. */
export function reckon(held: HeldCall, outcome: CallOutcome, use: CallEvent['use']): Reckoned {
  const { version, quoted, priced, input } = held;
  const charge = chargeRow(version.charges, outcome);
  if (charge !== 'settled') return { charge, priced, charged: chargedCredits(charge, quoted, null) };
  if (!version.metered) return { charge, priced, charged: chargedCredits(charge, quoted, priced.credits) };
  if (!use) return { charge, priced, charged: 0, unpriced: 'The reply did not say what was used.' };
  const settled = chargeFor(version.price, quoted, { input, ...use });
  if (!settled.ok) return { charge, priced, charged: 0, unpriced: settled.detail };
  if (settled.settledAbove) {
    const { callId, product } = held;
    log('error', 'settled-above-quote', { callId, product: product.slug, quoted, settled: settled.settled });
  }
  return { charge, priced: settled.evaluation, charged: settled.charged };
}

/** Resolves the hold, durably, and returns the headers that say what the call cost. */
export async function settleCall(
  held: HeldCall,
  event: CallEvent,
  { charge, charged, priced, unpriced }: Reckoned,
): Promise<Record<string, string>> {
  const nowMs = Date.now();
  const { outcome, problem, upstream, replyHash, replyBytes, use } = event;
  const ending = makeEnding({
    ...{ outcome, problem, upstream, replyHash, replyBytes, charge, priced, unpriced },
    promised: held.promised,
    usage: use?.usage,
  });
  const { callKey } = held;
  const resolution = { callKey, nowMs, ending, answer: held.keepsAnswer ? event.answer : null };
  const balance = await resolveHold({ ...resolution, charged });
  return creditHeaders(held.callId, charged, balance);
}

const firstRetryMs = 250;
const slowestRetryMs = 10_000;

/**
 * A hold that cannot be resolved now, as where the disk is full, is given back at no cost as soon as it can be: the
 * caller has got no answer and shall not pay for one. What the process does not live to do, the next start does.
 */
async function resolveHold(settlement: Settlement): Promise<{ available: number }> {
  const { ledger } = portal();
  try {
    return settlement.charged > 0 ? await ledger.settle(settlement) : await ledger.release(settlement);
  } catch (error) {
    const { charged: _nothing, ...release } = settlement;
    giveBackLater(release, firstRetryMs);
    throw error;
  }
}

function giveBackLater(release: Omit<Settlement, 'charged'>, delayMs: number): void {
  const later = () => giveBackLater(release, Math.min(2 * delayMs, slowestRetryMs));
  setTimeout(
    () =>
      void portal()
        .ledger.release({ ...release, answer: null })
        .catch(later),
    delayMs,
  ).unref();
}

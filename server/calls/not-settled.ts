import { callOutcome } from '../../lib/call/call-ending.ts';
import { makeEnding } from '../../lib/receipt/receipt.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { KeptAnswer, Release } from '../store/ledger.ts';
import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import type { Context } from '../portal/context.ts';
import { WriterError } from '../store/writer.ts';
import type { CallClock } from './call-clock.ts';
import type { HeldCall } from './held-call.ts';
import { reportCall } from './report-call.ts';

const firstRetryMs = 250;
const slowestRetryMs = 10_000;

/**
 * A call was made, and its end could not be written down, as where the disk is full. Its hold is given back at no cost
 * as soon as it can be: the caller has got no answer and shall not pay for one. What the process does not live to do,
 * the next start does.
 */
export function notSettled(
  context: Context,
  held: HeldCall,
  clock: CallClock,
  error: unknown,
  told: { status: number; answer: KeptAnswer | null },
): void {
  const { callId, callKey, names, caller, product, quoted, began, priced, promised, keepsAnswer } = held;
  log('error', 'call-not-settled', { callId, error: errorText(error) });
  const upstream = clock.read();
  const ending = makeEnding({
    outcome: callOutcome('not-settled', 'settling'),
    problem: 'not-settled',
    upstream,
    replyHash: null,
    replyBytes: 0,
    charge: 'nothing',
    priced,
    promised,
  });
  const answer = keepsAnswer ? told.answer : null;
  giveBackLater(context, callId, { callKey, nowMs: Date.now(), ending, answer }, firstRetryMs);
  reportCall(context, {
    ...{ callId, ...names, caller, quoted, product: product.slug },
    ...{ outcome: 'not-settled', problem: 'not-settled', status: told.status, charged: 0, aboveQuote: false },
    upstreamStatus: upstream.status,
    upstreamMs: clock.elapsedMs,
    totalMs: performance.now() - began,
  });
}

/** Without a time to come again: whoever asks again makes the call again. */
export function notSettledProblem({ callId, quoted }: HeldCall, error: unknown): Problem {
  // It ended with the process on its way to the disk, or after it.
  const isUnknown = error instanceof WriterError && error.code === 'writer-stopped';
  const cost = isUnknown ? 'Its receipt will say what it cost.' : 'Nothing is charged for it.';
  return new Problem(
    'not-settled',
    `The call was made, but its outcome could not be recorded and its response is lost. ${cost}`,
    [],
    isUnknown ? { 'farebox-credits-held': String(quoted) } : { 'farebox-credits-charged': '0' },
    { callId, receipt: `/api/calls/${callId}` },
  );
}

function giveBackLater(context: Context, callId: string, release: Release, delayMs: number): void {
  const later = (error: unknown) => {
    // The ledger itself says no, and will again: there is nothing to give back.
    if (error instanceof WriterError && error.code === 'job-failed')
      log('error', 'call-not-settled', { callId, error: errorText(error) });
    else giveBackLater(context, callId, release, Math.min(2 * delayMs, slowestRetryMs));
  };
  setTimeout(() => void context.store.ledger.release(release).catch(later), delayMs).unref();
}

import { callOutcome } from '../../lib/call/call-ending.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { makeEnding } from '../../lib/receipt/receipt.ts';
import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import type { Context } from '../portal/context.ts';
import type { Release } from '../store/ledger.ts';
import { WriterError } from '../store/writer.ts';
import type { CallClock } from './call-clock.ts';
import type { Answer, CallCost } from './call-request.ts';
import type { HeldCall } from './call-stages.ts';
import { logCall } from './log-call.ts';
import { storedAnswer } from './settle-call.ts';

const firstRetryMs = 250;
const slowestRetryMs = 10_000;

/**
 * Releases the hold of a call whose end could not be written, for instance because the disk is full, as soon as it can be
 * written: the caller got no answer and does not pay for one. If the process ends before, the next start does it.
 */
export function releaseLater(
  context: Context,
  held: HeldCall,
  clock: CallClock,
  error: unknown,
  answer: Answer | null,
): void {
  const { found, prepared, promised } = held.priced;
  const { callId } = found.identified;
  log('error', 'call-not-settled', { callId, error: errorText(error) });
  const ending = makeEnding({
    outcome: callOutcome('not-settled', 'settling'),
    problem: 'not-settled',
    upstream: clock.read(),
    replyHash: null,
    replyBytes: 0,
    charge: 'nothing',
    priced: prepared.priced,
    promised,
    requestId: found.identified.request.names.requestId,
  });
  const release = { callKey: held.callKey, nowMs: Date.now(), ending, answer: storedAnswer(held, answer) };
  retryRelease(context, callId, release, firstRetryMs);
  logCall(context, held, clock, {
    outcome: 'not-settled',
    problem: 'not-settled',
    answer,
    charged: 0,
    aboveQuote: false,
    upstreamMs: clock.elapsedMs,
  });
}

function retryRelease(context: Context, callId: string, release: Release, delayMs: number): void {
  const later = (error: unknown) => {
    // The ledger refuses it and will again: nothing is held any more.
    if (error instanceof WriterError && error.code === 'job-failed')
      log('error', 'call-not-settled', { callId, error: errorText(error) });
    else retryRelease(context, callId, release, Math.min(2 * delayMs, slowestRetryMs));
  };
  setTimeout(() => void context.store.ledger.release(release).catch(later), delayMs).unref();
}

/** Names no time to try again: another try would make the call again. */
export function notSettledProblem({ priced }: HeldCall, error: unknown): Problem {
  const { callId } = priced.found.identified;
  const cost = isUnknown(error) ? 'Its receipt will say what it cost.' : 'Nothing is charged for it.';
  const detail = `The call was made, but its outcome could not be recorded and its response is lost. ${cost}`;
  return new Problem('not-settled', detail, [], {}, { callId, receipt: `/api/calls/${callId}` });
}

export function notSettledCost({ priced }: HeldCall, error: unknown): Pick<CallCost, 'charged' | 'held'> {
  return isUnknown(error) ? { held: priced.quoted } : { charged: 0 };
}

/** The end of the call was on its way to the disk, and may be there. */
function isUnknown(error: unknown): boolean {
  return error instanceof WriterError && ['writer-stopped', 'storage-lost'].includes(error.code);
}

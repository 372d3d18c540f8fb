import type { Caller } from '../callers/caller.ts';
import { log } from '../log.ts';
import type { Context } from '../portal/context.ts';
import type { CallClock } from './call-clock.ts';
import type { CallLogEntry } from './call-log-entry.ts';
import type { Answer, CallRequest } from './call-request.ts';
import type { HeldCall } from './call-stages.ts';

interface Reported
  extends Pick<CallLogEntry, 'outcome' | 'problem' | 'charged' | 'aboveQuote' | 'upstreamMs'> {
  /** A stream has none. */
  answer: Answer | null;
}

/** Logs a call that was dialled, and counts it. */
export function logCall(
  context: Context,
  { priced }: HeldCall,
  clock: CallClock,
  { outcome, problem, answer, charged, aboveQuote, upstreamMs }: Reported,
): void {
  const { identified, product } = priced.found;
  writeEntry(context, {
    callId: identified.callId,
    ...identified.request.names,
    product: product.slug,
    caller: callerName(identified.caller),
    outcome,
    problem,
    status: answer?.status ?? 200,
    quoted: priced.quoted,
    charged,
    aboveQuote,
    upstreamStatus: clock.status,
    upstreamMs,
    totalMs: performance.now() - identified.request.began,
  });
}

/** Logs a call that was refused or answered from the store: it holds and costs nothing. */
export function logUnmadeCall(
  context: Context,
  { began, names }: Pick<CallRequest, 'began' | 'names'>,
  unmade: Pick<CallLogEntry, 'callId' | 'product' | 'caller' | 'outcome' | 'problem' | 'status'>,
): void {
  const { callId, product, caller, outcome, problem, status } = unmade;
  writeEntry(context, {
    callId,
    ...names,
    product,
    caller,
    outcome,
    problem,
    status,
    quoted: null,
    charged: 0,
    aboveQuote: false,
    upstreamStatus: null,
    upstreamMs: null,
    totalMs: performance.now() - began,
  });
}

export function callerName({ apiKey, member, person }: Caller): string {
  return apiKey?.id ?? (member && person?.id) ?? 'guest';
}

function writeEntry({ metrics }: Context, report: CallLogEntry): void {
  metrics.countCall(report);
  log('info', 'call', report);
}

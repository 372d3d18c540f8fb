import type { Caller } from '../callers/caller.ts';
import { log } from '../log.ts';
import type { Context } from '../portal/context.ts';
import type { RequestNames } from '../request-names.ts';
import type { CallClock } from './call-clock.ts';
import type { CallReport } from './call-report.ts';
import type { AdmittedCall, HeldCall } from './call-stages.ts';

type Reported = Pick<CallReport, 'outcome' | 'problem' | 'status' | 'charged' | 'aboveQuote' | 'upstreamMs'>;

/** Logs a call that was dialled, and counts it. */
export function reportCall(
  context: Context,
  { priced }: HeldCall,
  clock: CallClock,
  { outcome, problem, status, charged, aboveQuote, upstreamMs }: Reported,
): void {
  const { admitted, product } = priced.found;
  writeReport(context, {
    callId: admitted.callId,
    ...admitted.request.names,
    product: product.slug,
    caller: callerName(admitted.caller),
    outcome,
    problem,
    status,
    quoted: priced.quoted,
    charged,
    aboveQuote,
    upstreamStatus: clock.status,
    upstreamMs,
    totalMs: performance.now() - admitted.began,
  });
}

/** Logs a call that was refused or answered from the store: it holds and costs nothing. */
export function reportUnmade(
  context: Context,
  call: Pick<AdmittedCall, 'callId' | 'began'> & { names: RequestNames; caller: string },
  ended: Pick<CallReport, 'product' | 'outcome' | 'problem' | 'status'>,
): void {
  const { callId, began, names, caller } = call;
  writeReport(context, {
    callId,
    ...names,
    product: ended.product,
    caller,
    outcome: ended.outcome,
    problem: ended.problem,
    status: ended.status,
    quoted: null,
    charged: 0,
    aboveQuote: false,
    upstreamStatus: null,
    upstreamMs: null,
    totalMs: performance.now() - began,
  });
}

export function callerName({ apiKey }: Caller): string {
  return apiKey?.id ?? 'guest';
}

function writeReport({ metrics }: Context, report: CallReport): void {
  metrics.countCall(report);
  log('info', 'call', report);
}

import type { ProblemCode } from '../../lib/problem/problems.ts';
import type { Caller } from '../callers/caller.ts';
import { log, type CallLogEntry } from '../log.ts';
import type { Context } from '../context.ts';
import type { ProductRecord } from '../store/catalogue/catalogue.ts';
import type { CallClock } from './calls-under-way.ts';
import type { Answer, CallRequest, HeldCall } from './call-request.ts';

interface Reported
  extends Pick<CallLogEntry, 'outcome' | 'problem' | 'charged' | 'aboveQuote' | 'upstreamMs'> {
  /** A stream has none. */
  answer: Answer | null;
}

/** Logs a call that was dialled, and counts it. */
export function logCall(
  context: Context,
  { callId, request, product, caller, quoted }: HeldCall,
  clock: CallClock,
  { outcome, problem, answer, charged, aboveQuote, upstreamMs }: Reported,
): void {
  writeEntry(context, {
    callId,
    requestId: request.names.requestId,
    traceId: request.names.traceId,
    product: product.slug,
    caller: callerName(caller),
    outcome,
    problem,
    status: answer?.status ?? 200,
    quoted,
    charged,
    aboveQuote,
    upstreamStatus: clock.status,
    upstreamMs,
    totalMs: performance.now() - request.began,
  });
}

interface Unmade extends Pick<CallLogEntry, 'callId' | 'status'> {
  /** Undefined if it is not known. */
  caller: Caller | undefined;
  /** Undefined if it was not looked up, or not found. */
  product: Pick<ProductRecord, 'key' | 'slug'> | undefined;
  /** Why it was refused; null if it was answered from the store. */
  problem: ProblemCode | null;
  /** What the caller was told. */
  detail: string;
}

/** Logs a call that was refused or answered from the store: it holds and costs nothing. Accounts see what was refused. */
export function logUnmadeCall(
  context: Context,
  { began, names }: Pick<CallRequest, 'began' | 'names'>,
  { callId, caller, product, problem, detail, status }: Unmade,
): void {
  if (problem !== null && caller?.kind === 'account')
    context.refusedCalls.note({
      accountId: caller.purse,
      at: Date.now(),
      productKey: product?.key ?? null,
      apiKeyKey: caller.apiKey?.key ?? null,
      memberKey: caller.member?.key ?? null,
      problem,
      status,
      detail,
      requestId: names.requestId,
    });
  writeEntry(context, {
    callId,
    ...names,
    product: product?.slug ?? null,
    caller: caller ? callerName(caller) : 'unknown',
    outcome: problem === null ? 'replayed' : 'not-made',
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

function callerName({ apiKey, member, person }: Caller): string {
  return apiKey?.id ?? (member && person?.id) ?? 'guest';
}

function writeEntry({ metrics }: Context, report: CallLogEntry): void {
  metrics.countCall(report);
  log('info', 'call', report);
}

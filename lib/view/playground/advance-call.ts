import type { Reply } from '../reply/reply-kind.ts';
import { type CallEvent, type CallRun, type CallState, isCallRunning } from './call-state.ts';

/** After so many failures the connection will not recover soon. */
const mostLosses = 5;
const firstDelayMs = 500;
/** Enough for the longest call that a product may allow. */
const mostWaits = 80;
const shortestWaitMs = 1_000;
const longestWaitMs = 15_000;
/** The price changes faster than it can be quoted. */
const mostRenewals = 2;
const quoteEnded = new Set(['quote-expired', 'quote-mismatch', 'quote-invalid']);

/** The next state of a call. Events without a meaning in a state are ignored: a response may come after a stop. */
export function advanceCall(state: CallState, event: CallEvent): CallState {
  if (event.type === 'start') return isCallRunning(state) ? state : { phase: 'sending', run: newRun(event) };
  if (event.type === 'found lost')
    return isCallRunning(state) ? state : { phase: 'lost', run: newRun(event), endedMs: event.nowMs };
  switch (state.phase) {
    case 'sending':
      return afterSending(state.run, event) ?? stopped(state.run, null, event) ?? state;
    case 'renewing':
      return afterRenewing(state.run, event) ?? stopped(state.run, null, event) ?? state;
    case 'receiving':
      return afterReply(state, event) ?? stopped(state.run, state.head.callId, event, state.reply) ?? state;
    case 'waiting':
      if (event.type === 'waited') return { phase: 'sending', run: state.run };
      return stopped(state.run, null, event) ?? state;
    case 'dearer':
      if (event.type === 'accepted') return sendingAt(state.run, state.quote, state.credits);
      return stopped(state.run, null, event) ?? state;
    case 'lost':
    case 'stopped':
      return event.type === 'again' ? sentAgain(state.run) : state;
    case 'idle':
    case 'answered':
    case 'refused':
      return state;
  }
}

function newRun({
  key,
  quote,
  quoted,
  nowMs,
}: Extract<CallEvent, { type: 'start' | 'found lost' }>): CallRun {
  return { key, quote, quoted, startedMs: nowMs, losses: 0, waits: 0, renewals: 0, notice: null };
}

function afterSending(run: CallRun, event: CallEvent): CallState | undefined {
  if (event.type === 'replying') return { phase: 'receiving', run, head: event.head, reply: event.reply };
  if (event.type === 'lost') return afterLoss(run, event.nowMs);
  if (event.type !== 'refused') return undefined;
  const { problem, nowMs } = event;
  if (problem.code === 'call-in-flight' && run.waits < mostWaits) {
    const delayMs = Math.max(shortestWaitMs, event.retryAfterMs ?? 0) * 1.2 ** run.waits;
    const waiting = { ...run, waits: run.waits + 1 };
    return { phase: 'waiting', run: waiting, why: 'in-flight', delayMs: Math.min(delayMs, longestWaitMs) };
  }
  if (quoteEnded.has(problem.code) && run.renewals < mostRenewals)
    return { phase: 'renewing', run: { ...run, renewals: run.renewals + 1 } };
  return { phase: 'refused', run, problem, endedMs: nowMs };
}

function afterLoss(run: CallRun, nowMs: number): CallState {
  const losses = run.losses + 1;
  if (losses >= mostLosses) return { phase: 'lost', run: { ...run, losses }, endedMs: nowMs };
  return { phase: 'waiting', run: { ...run, losses }, why: 'lost', delayMs: firstDelayMs * 2 ** run.losses };
}

function afterRenewing(run: CallRun, event: CallEvent): CallState | undefined {
  if (event.type === 'lost') return { phase: 'lost', run, endedMs: event.nowMs };
  if (event.type === 'refused')
    return { phase: 'refused', run, problem: event.problem, endedMs: event.nowMs };
  if (event.type !== 'renewed') return undefined;
  const { quote, credits } = event;
  if (run.quoted !== null && credits > run.quoted) return { phase: 'dearer', run, quote, credits };
  return sendingAt(run, quote, credits);
}

function sendingAt(run: CallRun, quote: string, credits: number): CallState {
  const notice =
    run.quoted === null || run.quoted === credits
      ? null
      : `The price changed from ${run.quoted} to ${credits} before the call.`;
  return { phase: 'sending', run: { ...run, quote, quoted: credits, notice } };
}

function afterReply(
  { run, head }: Extract<CallState, { phase: 'receiving' }>,
  event: CallEvent,
): CallState | undefined {
  if (event.type === 'replying') return { phase: 'receiving', run, head: event.head, reply: event.reply };
  if (event.type !== 'ended') return undefined;
  const { reply, nowMs } = event;
  // A settled response is replayed for its key, unless it was streamed or too long to store.
  if (!reply.complete && head.charged !== null) return afterLoss(run, nowMs);
  return { phase: 'answered', run, head, reply, charged: event.charged ?? head.charged, endedMs: nowMs };
}

function sentAgain(run: CallRun): CallState {
  return { phase: 'sending', run: { ...run, losses: 0, waits: 0 } };
}

function stopped(
  run: CallRun,
  callId: string | null,
  event: CallEvent,
  reply: Reply | null = null,
): CallState | undefined {
  return event.type === 'stopped'
    ? { phase: 'stopped', run, callId, reply, endedMs: event.nowMs }
    : undefined;
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { canonicalJson, type JsonObject } from '../../lib/json.ts';
import { advanceCall, type CallEvent, type CallState, isUnderWay } from '../../lib/playground/call-state.ts';
import { rememberable } from '../../lib/playground/rememberable.ts';
import type { RequestField } from '../../lib/request-fields.ts';
import { callKey } from './call-key.ts';
import { rememberCalled } from './called-before.ts';
import { creditsOptions } from './credits-options.ts';
import { estimateOptions } from './estimate-options.ts';
import { inputId } from './input-id.ts';
import { type CallParts, loadCallParts } from './load-call-parts.ts';
import { ownerOptions } from './owner-options.ts';
import { forgetPending, rememberPending } from './pending-call.ts';
import { type FoundCall, usePendingCall } from './use-pending-call.ts';
import type { CallOrder } from './run-call.ts';

export interface Call {
  state: CallState;
  /** What shows it; null before the first. */
  parts: CallParts | null;
  /** Resolves to whether it was sent: what has no quote is not. */
  start: (input: JsonObject, maximum: number | null) => Promise<boolean>;
  stop: () => void;
  /** Asks again, under the same key. */
  again: () => void;
  /** Goes on at the price that has risen. */
  accept: () => void;
  /** Gets what shows a result before there is one: for the reply of an earlier call. */
  prepare: () => Promise<void>;
}

const idle: CallState = { phase: 'idle' };

export function useCall(slug: string, fields: readonly RequestField[]): Call {
  const client = useQueryClient();
  const [state, setState] = useState(idle);
  const [parts, setParts] = useState<CallParts | null>(null);
  const latest = useRef(idle);
  const order = useRef<CallOrder | null>(null);
  const running = useRef<AbortController | null>(null);
  useWarningOfLoss(isUnderWay(state));

  const step = (event: CallEvent): CallState => {
    latest.current = advanceCall(latest.current, event);
    setState(latest.current);
    return latest.current;
  };
  const run = async (from: CallState) => {
    if (order.current === null) return;
    const { input } = order.current;
    const controller = new AbortController();
    running.current = controller;
    try {
      const { runCall, keepAnswered } = await loadCallParts();
      await runCall(order.current, from, step, controller.signal);
      await keepAnswered(client, { slug, input: wholeInput(fields, input), state: latest.current });
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    } finally {
      // A call that was left with its page, or lost, is found again by its key.
      if (latest.current.phase === 'lost') markPendingLost(slug);
      else if (!isUnderWay(latest.current)) forgetPending(slug);
      for (const queryKey of [['credits'], ['calls']]) void client.invalidateQueries({ queryKey });
    }
  };
  const start = async (input: JsonObject, maximum: number | null): Promise<boolean> => {
    if (isUnderWay(latest.current)) return false;
    // The balance comes with the cookie that makes a retry the same call: without it nothing is sent.
    const [loadedParts, estimate] = await Promise.all([
      loadCallParts(),
      client.fetchQuery(estimateOptions(slug, input, inputId(input))),
      client.ensureQueryData(creditsOptions()),
    ]);
    // Somebody who presses twice while the price is asked for means one call.
    if (isUnderWay(latest.current)) return true;
    if (estimate.quote === undefined) return false;
    setParts(loadedParts);
    order.current = orderOf(client, slug, input, maximum);
    const made = { key: callKey(), quote: estimate.quote, quoted: estimate.credits };
    const nowMs = Date.now();
    rememberCalled();
    const owner = client.getQueryData(ownerOptions().queryKey) ?? null;
    rememberPending(slug, { owner, ...made, maximum, startedMs: nowMs, input: wholeInput(fields, input) });
    void run(step({ type: 'start', ...made, nowMs }));
    return true;
  };
  const resume = (found: FoundCall) => {
    if (isUnderWay(latest.current)) return;
    const { input, maximum, key, quote, quoted, startedMs, isLost } = found.pending;
    setParts(found.parts);
    order.current = orderOf(client, slug, input, maximum);
    const made = { key, quote, quoted, nowMs: startedMs };
    if (isLost) step({ type: 'found lost', ...made });
    else void run(step({ type: 'start', ...made }));
  };
  usePendingCall(slug, resume);
  // Whoever leaves the page does not wait for the answer, and the charge table says what that costs.
  useEffect(() => () => running.current?.abort(), []);
  return {
    state,
    parts,
    start,
    stop: () => {
      step({ type: 'stopped', nowMs: Date.now() });
      running.current?.abort();
    },
    again: () => void run(step({ type: 'again', nowMs: Date.now() })),
    accept: () => void run(step({ type: 'accepted' })),
    prepare: async () => setParts(await loadCallParts()),
  };
}

function orderOf(client: QueryClient, slug: string, input: JsonObject, maximum: number | null): CallOrder {
  const options = estimateOptions(slug, input, inputId(input));
  return { slug, input, maximum, renew: () => client.fetchQuery({ ...options, staleTime: 0 }) };
}

/** Null where it has files or secrets, which are not kept. */
function wholeInput(fields: readonly RequestField[], input: JsonObject): JsonObject | null {
  const kept = rememberable(fields, input);
  return canonicalJson(kept) === canonicalJson(input) ? kept : null;
}

/** The browser asks whether to leave a page whose call is running. */
function useWarningOfLoss(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isRunning]);
}

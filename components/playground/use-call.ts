import { type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FullQuote } from '../../lib/product/full-quote.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import type { CallEvent, CallState } from '../../lib/view/playground/call-state.ts';
import { isUnderWay } from '../../lib/view/playground/is-under-way.ts';
import type { RequestField } from '../../lib/operation/request-fields.ts';
import { callKey } from './call-key.ts';
import { rememberCalled } from './called-before.ts';
import { creditsOptions } from './credits-options.ts';
import { estimateOptions } from './estimate-options.ts';
import { inputId } from './input-id.ts';
import { type CallParts, loadCallParts } from './load-call-parts.ts';
import { ownerOptions } from './owner-options.ts';
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

  const step = ({ advanceCall }: CallParts, event: CallEvent): CallState => {
    latest.current = advanceCall(latest.current, event);
    setState(latest.current);
    return latest.current;
  };
  const run = async (using: CallParts, from: CallState) => {
    const { current } = order;
    if (current === null) return;
    const { signal } = (running.current = new AbortController());
    try {
      await using.runCall(current, from, (event) => step(using, event), signal);
      await using.keepAnswered(client, { slug, fields, input: current.input, state: latest.current });
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      // A call that was left with its page, or lost, is found again by its key.
      using.closePending(slug, latest.current);
      for (const queryKey of [['credits'], ['calls']]) void client.invalidateQueries({ queryKey });
    }
  };
  const start = async (input: JsonObject, maximum: number | null): Promise<boolean> => {
    if (isUnderWay(latest.current)) return false;
    // The balance comes with the cookie that makes a retry the same call: without it nothing is sent.
    const [using, estimate] = await Promise.all([
      loadCallParts(),
      askEstimate(client, slug, input),
      client.ensureQueryData(creditsOptions()),
    ]);
    // Somebody who presses twice while the price is asked for means one call.
    if (isUnderWay(latest.current)) return true;
    if (estimate.quote === undefined) return false;
    setParts(using);
    order.current = orderOf(client, slug, input, maximum);
    const made = { key: callKey(), quote: estimate.quote, quoted: estimate.credits };
    const startedMs = Date.now();
    remember(client, using, slug, { ...made, maximum, startedMs, input: using.wholeInput(fields, input) });
    void run(using, step(using, { type: 'start', ...made, nowMs: startedMs }));
    return true;
  };
  const resume = (found: FoundCall) => {
    if (isUnderWay(latest.current)) return;
    const { input, maximum, key, quote, quoted, startedMs, isLost } = found.pending;
    setParts(found.parts);
    order.current = orderOf(client, slug, input, maximum);
    const type = isLost ? 'found lost' : 'start';
    const next = step(found.parts, { type, key, quote, quoted, nowMs: startedMs });
    if (!isLost) void run(found.parts, next);
  };
  usePendingCall(slug, resume);
  // The charge table says what leaving the page costs.
  useEffect(() => () => running.current?.abort(), []);
  return {
    state,
    parts,
    start,
    stop: () => {
      if (parts) step(parts, { type: 'stopped', nowMs: Date.now() });
      running.current?.abort();
    },
    again: () => parts && void run(parts, step(parts, { type: 'again', nowMs: Date.now() })),
    accept: () => parts && void run(parts, step(parts, { type: 'accepted' })),
    prepare: async () => setParts(await loadCallParts()),
  };
}

/** Watches the query while it runs: the page calls off what it no longer watches, as when somebody types on. */
function askEstimate(client: QueryClient, slug: string, input: JsonObject): Promise<FullQuote> {
  const options = estimateOptions(slug, input, inputId(input));
  const unwatch = new QueryObserver(client, options).subscribe(() => {});
  return client.fetchQuery(options).finally(unwatch);
}

function orderOf(client: QueryClient, slug: string, input: JsonObject, maximum: number | null): CallOrder {
  const options = estimateOptions(slug, input, inputId(input));
  return { slug, input, maximum, renew: () => client.fetchQuery({ ...options, staleTime: 0 }) };
}

/** Notes a call before it is sent, so that it is found again after the page was left. */
function remember(
  client: QueryClient,
  { rememberPending }: CallParts,
  slug: string,
  sent: Omit<Parameters<CallParts['rememberPending']>[1], 'owner'>,
): void {
  rememberCalled();
  const owner = client.getQueryData(ownerOptions().queryKey) ?? null;
  rememberPending(slug, { owner, ...sent });
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

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { JsonObject } from '../../lib/json.ts';
import { advanceCall, type CallEvent, type CallState, isUnderWay } from '../../lib/playground/call-state.ts';
import { callKey } from './call-key.ts';
import { creditsOptions } from './credits-options.ts';
import { estimateOptions } from './estimate-options.ts';
import { inputId } from './input-id.ts';
import { type CallParts, loadCallParts } from './load-call-parts.ts';
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
  clear: () => void;
}

const idle: CallState = { phase: 'idle' };

export function useCall(slug: string): Call {
  const client = useQueryClient();
  const [state, setState] = useState(idle);
  const [parts, setParts] = useState<CallParts | null>(null);
  const latest = useRef(idle);
  const order = useRef<CallOrder | null>(null);
  const running = useRef<AbortController | null>(null);
  // Whoever leaves the page does not wait for the answer, and the charge table says what that costs.
  useEffect(() => () => running.current?.abort(), []);

  const step = (event: CallEvent): CallState => {
    latest.current = advanceCall(latest.current, event);
    setState(latest.current);
    return latest.current;
  };
  const run = async (from: CallState) => {
    if (order.current === null) return;
    const controller = new AbortController();
    running.current = controller;
    try {
      const { runCall } = await loadCallParts();
      await runCall(order.current, from, step, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    } finally {
      for (const queryKey of [['credits'], ['calls']]) void client.invalidateQueries({ queryKey });
    }
  };
  const start = async (input: JsonObject, maximum: number | null): Promise<boolean> => {
    if (isUnderWay(latest.current)) return false;
    const options = estimateOptions(slug, input, inputId(input));
    // The balance comes with the cookie that makes a retry the same call: without it nothing is sent.
    const [loadedParts, estimate] = await Promise.all([
      loadCallParts(),
      client.fetchQuery(options),
      client.ensureQueryData(creditsOptions()),
    ]);
    // Somebody who presses twice while the price is asked for means one call.
    if (isUnderWay(latest.current)) return true;
    if (estimate.quote === undefined) return false;
    setParts(loadedParts);
    order.current = { slug, input, maximum, renew: () => client.fetchQuery({ ...options, staleTime: 0 }) };
    const { quote, credits: quoted } = estimate;
    void run(step({ type: 'start', key: callKey(), quote, quoted, nowMs: Date.now() }));
    return true;
  };
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
    clear: () => void step({ type: 'cleared' }),
  };
}

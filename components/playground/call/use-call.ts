import { type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useEffectEvent } from 'react';
import { canonicalJson, type JsonObject } from '../../../lib/json/json.ts';
import type { RequestField } from '../../../lib/operation/request-fields.ts';
import type { FullQuote } from '../../../lib/product/full-quote.ts';
import { type CallEvent, type CallState, isCallRunning } from '../../../lib/view/playground/call-state.ts';
import { sessionOptions } from '../../keys/session-options.ts';
import { headersFor, shownTo } from '../../shown-caller.ts';
import { withStorage } from '../../browser.ts';
import { randomKey } from '../../random-key.ts';
import { noteRefusal } from '../../shown-caller.ts';
import { creditsOptions, ownerOptions } from '../queries.ts';
import { estimateOptions } from '../estimate-options.ts';
import { inputId } from '../input/inputs.ts';
import { type CallParts, loadCallParts } from './load-call-parts.ts';
import { hasPending, type PendingCall } from './pending-call.ts';
import type { CallOrder } from './run-call.ts';
import type { ShownCall } from './shown-call.ts';

export interface Call extends ShownCall {
  /** The components that show the call; null before the first call. */
  parts: CallParts | null;
  /** Returns whether the call was sent. Without a quote it is not. */
  start: (input: JsonObject, maximum: number | null) => Promise<boolean>;
  stop: () => void;
  /** Loads the components for the reply of an earlier call. */
  loadParts: () => Promise<void>;
}

const idle: CallState = { phase: 'idle' };

export function useCall(slug: string, fields: readonly RequestField[]): Call {
  const client = useQueryClient();
  const [state, setState] = useState(idle);
  const [parts, setParts] = useState<CallParts | null>(null);
  const latest = useRef(idle);
  const order = useRef<CallOrder | null>(null);
  const running = useRef<AbortController | null>(null);
  useWarningOfLoss(isCallRunning(state));

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
      await using.saveFinishedCall(client, { slug, fields, input: current.input, state: latest.current });
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      // Keeps an unfinished call, which is found again by its key.
      using.closePending(slug, latest.current);
      if (latest.current.phase === 'refused') noteRefusal(latest.current.problem.code);
      for (const queryKey of [['credits'], ['calls']]) void client.invalidateQueries({ queryKey });
    }
  };
  const start = async (input: JsonObject, maximum: number | null): Promise<boolean> => {
    if (isCallRunning(latest.current)) return false;
    if (parts && isUnknown(latest.current, order.current, { input, maximum })) {
      void run(parts, step(parts, { type: 'again', nowMs: Date.now() }));
      return true;
    }
    const [using, estimate] = await prepared(client, slug, input);
    // A second press while the price loads starts no second call.
    if (isCallRunning(latest.current)) return true;
    if (estimate.quote === undefined) return false;
    setParts(using);
    order.current = orderOf(client, slug, input, maximum);
    const made = { key: randomKey(), quote: estimate.quote, quoted: estimate.credits };
    const startedMs = Date.now();
    remember(client, using, slug, { ...made, maximum, startedMs, input: using.wholeInput(fields, input) });
    void run(using, step(using, { type: 'start', ...made, nowMs: startedMs }));
    return true;
  };
  const resume = (found: FoundCall) => {
    if (isCallRunning(latest.current)) return;
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
    loadParts: async () => setParts(await loadCallParts()),
  };
}

/** The balance sets the cookie that makes a retry the same call, so nothing is sent without it. */
function prepared(client: QueryClient, slug: string, input: JsonObject) {
  return Promise.all([
    loadCallParts(),
    fetchEstimate(client, slug, input),
    client.ensureQueryData(creditsOptions(slug)),
  ]);
}

/** Whether nobody knows yet what became of the same call: with its key, it is made and paid once. */
function isUnknown(
  { phase }: CallState,
  sent: CallOrder | null,
  { input, maximum }: Pick<CallOrder, 'input' | 'maximum'>,
): boolean {
  return phase === 'lost' && sent?.maximum === maximum && canonicalJson(sent.input) === canonicalJson(input);
}

/** Subscribes to the query while it runs: the page cancels queries without subscribers, as when a person types. */
function fetchEstimate(client: QueryClient, slug: string, input: JsonObject): Promise<FullQuote> {
  const options = estimateOptions(slug, input, inputId(input));
  const unwatch = new QueryObserver(client, options).subscribe(() => {});
  return client.fetchQuery(options).finally(unwatch);
}

function orderOf(client: QueryClient, slug: string, input: JsonObject, maximum: number | null): CallOrder {
  const options = estimateOptions(slug, input, inputId(input));
  const session = client.getQueryData(sessionOptions().queryKey);
  const caller = headersFor(shownTo(session));
  return { slug, input, maximum, caller, renew: () => client.fetchQuery({ ...options, staleTime: 0 }) };
}

/** Stores the call before it is sent, so that it is found again after a reload. */
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

/** The browser asks before it leaves a page with a running call. */
function useWarningOfLoss(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isRunning]);
}

interface FoundCall {
  pending: PendingCall;
  parts: CallParts;
}

/** Finds the caller's call that was running when the page was closed. */
function usePendingCall(slug: string, resume: (found: FoundCall) => void): void {
  const client = useQueryClient();
  const onFound = useEffectEvent(resume);
  useEffect(() => {
    if (!hasPending(slug)) return undefined;
    let isCurrent = true;
    void find(slug, client)
      .catch(later)
      .then((found) => isCurrent && found && onFound(found));
    return () => {
      isCurrent = false;
    };
  }, [slug, client]);
}

async function find(slug: string, client: QueryClient): Promise<FoundCall | null> {
  const parts = await loadCallParts();
  const pending = await parts.findPending(slug, client);
  return pending && { pending, parts };
}

/** If the portal cannot be reached, the call stays stored for the next visit. */
function later(_unreachable: Error): null {
  return null;
}

const key = 'farebox.called';

/** Whether this browser made a call before. Most visitors have not. */
export function hasCalledBefore(): boolean {
  return withStorage('localStorage', (storage) => storage.getItem(key)) === 'yes';
}

function rememberCalled(): void {
  withStorage('localStorage', (storage) => storage.setItem(key, 'yes'));
}

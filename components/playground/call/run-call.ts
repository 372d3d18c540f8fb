import { type JsonObject, jsonText } from '../../../lib/json/json.ts';
import {
  type CallHead,
  callHead,
  callProblem,
  retryAfterMs,
  chargeOfReceipt,
} from '../../../lib/view/playground/call-answer.ts';
import type { CallEvent, CallRun, CallState } from '../../../lib/view/playground/call-state.ts';
import type { FullQuote } from '../../../lib/product/full-quote.ts';
import { readReply } from './read-reply.ts';

/** The product, the input and the limit of a call. */
export interface CallOrder {
  slug: string;
  input: JsonObject;
  /** The price limit of the caller. */
  maximum: number | null;
  /** Name whose credits the page shows, once it knows. */
  caller: Record<string, string>;
  renew: () => Promise<FullQuote>;
}

type Step = (event: CallEvent) => CallState;

/** Performs each state of a call until it is finished. `step` decides the next state. */
export async function runCall(
  order: CallOrder,
  state: CallState,
  step: Step,
  signal: AbortSignal,
): Promise<void> {
  let next = state;
  while (!signal.aborted) {
    if (next.phase === 'sending') next = await send(order, next.run, step, signal);
    else if (next.phase === 'renewing') next = await renew(order, step);
    else if (next.phase === 'waiting') {
      await pause(next.delayMs, signal);
      if (signal.aborted) return;
      next = step({ type: 'waited' });
    } else return;
  }
}

async function send(order: CallOrder, run: CallRun, step: Step, signal: AbortSignal): Promise<CallState> {
  const response = await ask(order, run, signal);
  if (response === null) return step({ type: 'lost', nowMs: Date.now() });
  const head = callHead(response.status, response.headers);
  if (!response.ok) return refuse(response, head, step);
  const { reply, receipt } = await readReply(
    response,
    (part) => step({ type: 'replying', head, reply: part }),
    signal,
  );
  step({ type: 'replying', head, reply });
  return step({ type: 'ended', reply, charged: chargeOfReceipt(receipt), nowMs: Date.now() });
}

/** Null if no response came. */
async function ask(
  { slug, input, maximum, caller }: CallOrder,
  { key, quote }: CallRun,
  signal: AbortSignal,
): Promise<Response | null> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'idempotency-key': key,
    prefer: 'handling=strict, upstream-status',
    ...caller,
  };
  if (quote !== null) headers['farebox-quote'] = quote;
  if (maximum !== null) headers['farebox-max-credits'] = String(maximum);
  const address = `/api/product/developer/call/${encodeURIComponent(slug)}`;
  return fetch(address, { method: 'POST', headers, body: jsonText(input), signal }).catch(unlessUnexpected);
}

async function refuse(response: Response, head: CallHead, step: Step): Promise<CallState> {
  const nowMs = Date.now();
  const body: unknown = await response.json().catch(unlessUnexpected);
  const problem = callProblem(head, body);
  // A response of a proxy, not of the portal: whether the call was made is unknown.
  if (problem === undefined) return step({ type: 'lost', nowMs });
  return step({ type: 'refused', problem, retryAfterMs: retryAfterMs(response.headers), nowMs });
}

async function renew({ renew: newQuote }: CallOrder, step: Step): Promise<CallState> {
  const estimate = await newQuote().catch((_unreachable: Error) => null);
  if (estimate?.quote === undefined) return step({ type: 'lost', nowMs: Date.now() });
  return step({ type: 'renewed', quote: estimate.quote, credits: estimate.credits });
}

/** TypeError: the connection failed. DOMException: it was cancelled. SyntaxError: the response was cut off. */
function unlessUnexpected(error: unknown): null {
  if (error instanceof TypeError || error instanceof DOMException || error instanceof SyntaxError)
    return null;
  throw error;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

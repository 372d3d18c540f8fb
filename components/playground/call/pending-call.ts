import type { QueryClient } from '@tanstack/react-query';
import { jsonOrUndefined, isJsonObject, type JsonObject } from '../../../lib/json/json.ts';
import { type CallState, isCallRunning } from '../../../lib/view/playground/call-state.ts';
import { withStorage } from '../../browser.ts';
import { ownerOptions } from '../queries.ts';

/** The storage key of the call that this tab waits for. */
function pendingKey(slug: string): string {
  return `farebox.pending.${slug}`;
}

/** Whether such a call is stored. The code that reads it is loaded only then. */
export function hasPending(slug: string): boolean {
  return Boolean(withStorage('sessionStorage', (storage) => storage.getItem(pendingKey(slug))));
}

/** A call of this tab that is not answered yet, stored so that it is found again after a reload. */
export interface PendingCall {
  /** The owner when the page was opened: for another owner, the same key would be a new call. */
  owner: string;
  key: string;
  quote: string | null;
  quoted: number | null;
  maximum: number | null;
  startedMs: number;
  input: JsonObject;
  /** Whether the page gave up after several tries. */
  isLost: boolean;
}

/** As long as a quote is valid. Later it is in the list of calls. */
const mostAgeMs = 15 * 60_000;
/** Inputs without files are short. */
const longestInput = 200_000;

type Sent = Omit<PendingCall, 'owner' | 'input' | 'isLost'> & {
  owner: string | null;
  input: JsonObject | null;
};

/** Stores the call before it is sent, unless its owner is unknown or its input has files or secrets. */
export function rememberPending(slug: string, call: Sent): void {
  if (call.owner === null || call.input === null) return;
  const text = JSON.stringify(call);
  if (text.length > longestInput) return;
  withStorage('sessionStorage', (storage) => storage.setItem(pendingKey(slug), text));
}

function pendingCall(slug: string, nowMs: number): PendingCall | undefined {
  const text = withStorage('sessionStorage', (storage) => storage.getItem(pendingKey(slug)));
  const call = parsed(text);
  return call && nowMs - call.startedMs < mostAgeMs ? call : undefined;
}

/** Deletes a finished call. One that was given up stays, and only the person sends it again. */
export function closePending(slug: string, state: CallState): void {
  if (state.phase === 'lost') markLost(slug);
  else if (!isCallRunning(state)) forgetPending(slug);
}

function markLost(slug: string): void {
  withStorage('sessionStorage', (storage) => {
    const call = parsed(storage.getItem(pendingKey(slug)));
    if (call) storage.setItem(pendingKey(slug), JSON.stringify({ ...call, isLost: true }));
  });
}

function forgetPending(slug: string): void {
  withStorage('sessionStorage', (storage) => storage.removeItem(pendingKey(slug)));
}

/** Undefined for the format of another version. */
function parsed(text: string | null | undefined): PendingCall | undefined {
  const value = jsonOrUndefined(text);
  if (!isJsonObject(value)) return undefined;
  const { owner, key, quote, quoted, maximum, startedMs, input, isLost } = value;
  if (typeof owner !== 'string' || typeof key !== 'string' || typeof startedMs !== 'number') return undefined;
  if (!isJsonObject(input)) return undefined;
  return {
    owner,
    key,
    startedMs,
    input,
    quote: typeof quote === 'string' ? quote : null,
    quoted: typeof quoted === 'number' ? quoted : null,
    maximum: typeof maximum === 'number' ? maximum : null,
    isLost: isLost === true,
  };
}

/** The caller's call that was running when the page was closed. */
export async function findPending(slug: string, client: QueryClient): Promise<PendingCall | null> {
  const pending = pendingCall(slug, Date.now());
  if (pending === undefined) return null;
  if ((await client.fetchQuery(ownerOptions())) === pending.owner) return pending;
  forgetPending(slug);
  return null;
}

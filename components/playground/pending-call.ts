import { isJsonObject, type JsonObject } from '../../lib/json/json.ts';
import type { CallState } from '../../lib/view/playground/call-state.ts';
import { isUnderWay } from '../../lib/view/playground/is-under-way.ts';
import { pendingKey } from './has-pending.ts';

/** A call that this tab sent and has no answer to yet: with it the call is found again after the page was reloaded. */
export interface PendingCall {
  /**
   * Whose call it is: under anybody else's name the same key would be a new call. As the page was opened: who has
   * signed in elsewhere since then does not find it.
   */
  owner: string;
  key: string;
  quote: string | null;
  quoted: number | null;
  maximum: number | null;
  startedMs: number;
  input: JsonObject;
  /** Whether it was given up after several tries. */
  isLost: boolean;
}

/** As long as a quote holds. Later it is looked up in the list of calls. */
const mostAgeMs = 15 * 60_000;
/** Inputs without files are short. */
const longestInput = 200_000;

type Sent = Omit<PendingCall, 'owner' | 'input' | 'isLost'> & {
  owner: string | null;
  input: JsonObject | null;
};

/** Written down before it is sent; not where its owner is not known, or its input has files or secrets. */
export function rememberPending(slug: string, call: Sent): void {
  if (call.owner === null || call.input === null) return;
  const text = JSON.stringify(call);
  if (text.length > longestInput) return;
  inStorage((storage) => storage.setItem(pendingKey(slug), text));
}

export function pendingCall(slug: string, nowMs: number): PendingCall | undefined {
  const text = inStorage((storage) => storage.getItem(pendingKey(slug)));
  const call = text ? parsed(text) : undefined;
  return call && nowMs - call.startedMs < mostAgeMs ? call : undefined;
}

/** Once the call has ended, it is forgotten. One that was given up stays, but is not sent again by itself. */
export function closePending(slug: string, state: CallState): void {
  if (state.phase === 'lost') markLost(slug);
  else if (!isUnderWay(state)) forgetPending(slug);
}

function markLost(slug: string): void {
  inStorage((storage) => {
    const call = parsed(storage.getItem(pendingKey(slug)) ?? '');
    if (call) storage.setItem(pendingKey(slug), JSON.stringify({ ...call, isLost: true }));
  });
}

export function forgetPending(slug: string): void {
  inStorage((storage) => storage.removeItem(pendingKey(slug)));
}

/** The person may have turned storage off, and it may be full. */
function inStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(sessionStorage);
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

/** Undefined where another version wrote it. */
function parsed(text: string): PendingCall | undefined {
  const value = jsonOf(text);
  if (!isJsonObject(value)) return undefined;
  const { owner, key, quote, quoted, maximum, startedMs, input, isLost } = value;
  if (typeof owner !== 'string' || typeof key !== 'string' || typeof startedMs !== 'number') return undefined;
  if (!isJsonObject(input)) return undefined;
  return {
    ...{ owner, key, startedMs, input },
    quote: typeof quote === 'string' ? quote : null,
    quoted: typeof quoted === 'number' ? quoted : null,
    maximum: typeof maximum === 'number' ? maximum : null,
    isLost: isLost === true,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

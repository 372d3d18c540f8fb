import { LRUCache } from 'lru-cache';

/** Deadlines may fire this much late. One timer serves all calls. */
const tickMs = 50;

/** The timer keeps running during short pauses between calls. */
const idleTicks = 100;

export interface Timed {
  /** The index in the list of watched calls, which alone uses it. */
  place: number;
  /** Called regularly while it is watched, with the time of `performance.now()`. */
  onTick(nowMs: number): void;
}

/**
 * Watches all deadlines with one timer, which runs only while it is needed. Uses a list, because a set with many
 * additions and removals holds memory until the next full garbage collection.
 */
export class Deadlines {
  readonly #watched: Timed[] = [];
  #timer: NodeJS.Timeout | undefined;
  #idle = 0;

  watch(timed: Timed): void {
    timed.place = this.#watched.push(timed) - 1;
    this.#timer ??= setInterval(() => this.#tick(), tickMs).unref();
  }

  forget(timed: Timed): void {
    if (this.#watched[timed.place] !== timed) return;
    const last = this.#watched.pop();
    if (!last || last === timed) return;
    last.place = timed.place;
    this.#watched[timed.place] = last;
  }

  #tick(): void {
    this.#idle = this.#watched.length === 0 ? this.#idle + 1 : 0;
    if (this.#idle > idleTicks) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    const now = performance.now();
    for (const timed of [...this.#watched]) timed.onTick(now);
  }
}

/** Ten calls that time out after two seconds. Honest mistakes do not take as long within a minute. */
export const mostUnpaidMs = 20_000;
const windowMs = 60_000;
/** Limits the time that counts, so a caller who stops is free again within a minute. */
const mostCountedMs = 2 * mostUnpaidMs;
/** Pairs of caller and upstream: about 4 MiB. Beyond that, the oldest failures are forgotten. */
const mostRemembered = 20_000;

interface Spent {
  unpaidMs: number;
  atMs: number;
}

/** The time of failed, unpaid calls by caller and upstream. It decreases over time. */
export class UnpaidTime {
  /** Created with the first failure, because it allocates its memory at once. */
  #spent: LRUCache<string, Spent> | undefined;

  add(callerAtUpstream: string, tookMs: number, nowMs: number): void {
    this.#spent ??= new LRUCache({ max: mostRemembered });
    const unpaidMs = Math.min(this.#left(callerAtUpstream, nowMs) + tookMs, mostCountedMs);
    this.#spent.set(callerAtUpstream, { unpaidMs, atMs: nowMs });
  }

  /** Whether the caller has used up the free time. */
  isOver(callerAtUpstream: string, nowMs: number): boolean {
    return this.#spent !== undefined && this.#left(callerAtUpstream, nowMs) > mostUnpaidMs;
  }

  #left(callerAtUpstream: string, nowMs: number): number {
    // Only failures refresh an entry, not lookups.
    const spent = this.#spent?.peek(callerAtUpstream);
    if (!spent) return 0;
    return Math.max(0, spent.unpaidMs - ((nowMs - spent.atMs) / windowMs) * mostUnpaidMs);
  }
}

/** Reasons for ending a call before its response is complete. */
export type AbortReason = 'client-gone' | 'portal-stopped';

interface Listener {
  handleEvent(): void;
}

/** Signals the end of a call and its reason. */
export interface AbortNotice {
  readonly reason: AbortReason | undefined;
  addListener(listener: Listener): void;
  removeListener(listener: Listener): void;
}

/** One for each call. The first reason wins: if the portal closes the connection, the client did not disconnect. */
export class CallAbort implements AbortNotice {
  /** The index in the list of running calls, which alone uses it. */
  place = -1;
  #reason: AbortReason | undefined;
  #listeners: Listener[] = [];

  get reason(): AbortReason | undefined {
    return this.#reason;
  }

  abort(reason: AbortReason): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener.handleEvent();
  }

  addListener(listener: Listener): void {
    this.#listeners.push(listener);
  }

  removeListener(listener: Listener): void {
    const index = this.#listeners.indexOf(listener);
    if (index >= 0) this.#listeners.splice(index, 1);
  }
}

import { LRUCache } from 'lru-cache';

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

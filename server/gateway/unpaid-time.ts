import { LRUCache } from 'lru-cache';

/** Ten calls of an operation that gives up after two seconds: nobody's mistakes take as long within a minute. */
export const mostUnpaidMs = 20_000;
const windowMs = 60_000;
/** Whoever stops is free again within a minute, however long his calls took. */
const mostCountedMs = 2 * mostUnpaidMs;
/** Callers at upstreams: some 4 MiB. Past it those whose last failure is the oldest are forgotten. */
const mostRemembered = 20_000;

interface Spent {
  unpaidMs: number;
  atMs: number;
}

/** How long calls took that failed and were not paid for, for each caller at each upstream. It fades by itself. */
export class UnpaidTime {
  /** Made with the first failure: it takes its memory at once. */
  #spent: LRUCache<string, Spent> | undefined;

  add(callerAtUpstream: string, tookMs: number, nowMs: number): void {
    this.#spent ??= new LRUCache({ max: mostRemembered });
    const unpaidMs = Math.min(this.#left(callerAtUpstream, nowMs) + tookMs, mostCountedMs);
    this.#spent.set(callerAtUpstream, { unpaidMs, atMs: nowMs });
  }

  /** Whether it is more than anybody may take for nothing. */
  isOver(callerAtUpstream: string, nowMs: number): boolean {
    return this.#spent !== undefined && this.#left(callerAtUpstream, nowMs) > mostUnpaidMs;
  }

  #left(callerAtUpstream: string, nowMs: number): number {
    // A look does not keep it: only failures do.
    const spent = this.#spent?.peek(callerAtUpstream);
    if (!spent) return 0;
    return Math.max(0, spent.unpaidMs - ((nowMs - spent.atMs) / windowMs) * mostUnpaidMs);
  }
}

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

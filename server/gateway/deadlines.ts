/** A deadline is met late by at most this much: good enough for seconds, and one timer does for every call. */
const tickMs = 50;

/** A timer is not worth stopping for a short pause between calls. */
const idleTicks = 100;

export interface Timed {
  /** Where it stands among those that are watched: for the deadlines alone. */
  place: number;
  /** Called now and then while it is watched, with the time of `performance.now()`. */
  onTick(nowMs: number): void;
}

/**
 * Watches what has deadlines, all of it with one timer, which runs only while there is something to watch. In a list,
 * since a set in which every call comes and goes keeps those that it let go of until the whole heap is collected.
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

import { wholeBetween } from './random.ts';

/** When a portal is killed: while it starts, some time after its first answer, or at the n-th thing that happens. */
export interface KillMoment {
  at: 'start' | 'time' | 'dial' | 'answer';
  /** Milliseconds, or how many. */
  count: number;
}

/** Nothing happens so often where a portal does nothing: then it is killed without that. */
export const momentLimitMs = 5_000;

/** About as long as a start takes. */
const startMs = 2_000;

export function drawKillMoment(random: () => number): KillMoment {
  const kind = random();
  if (kind < 0.1) return { at: 'start', count: wholeBetween(random, 0, startMs) };
  if (kind < 0.4) return { at: 'time', count: wholeBetween(random, 5, 500) };
  return { at: kind < 0.7 ? 'dial' : 'answer', count: wholeBetween(random, 1, 400) };
}

/** Waits for the n-th of something that others say. */
export class Countdown {
  #left = Number.POSITIVE_INFINITY;
  #reached: () => void = () => {};

  wait(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#left = count;
      this.#reached = resolve;
    });
  }

  /** One of them happened. */
  tick(): void {
    this.#left -= 1;
    if (this.#left === 0) this.#reached();
  }
}

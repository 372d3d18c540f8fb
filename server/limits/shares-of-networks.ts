import { errorText, log } from '../log.ts';

/** How much of one kind of work each network has in hand at once. */
export class AtOnce {
  readonly #most: number;
  readonly #running = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns false if the network has as much in hand as it may; otherwise `leave` follows. */
  enter(network: string): boolean {
    const running = this.#running.get(network) ?? 0;
    if (running >= this.#most) return false;
    this.#running.set(network, running + 1);
    return true;
  }

  leave(network: string): void {
    const running = (this.#running.get(network) ?? 0) - 1;
    if (running > 0) this.#running.set(network, running);
    else this.#running.delete(network);
  }
}

/** A memory budget for bodies. A network may use at most half of what the others leave free. */
export class HeldBytes {
  readonly #most: number;
  #held = 0;
  readonly #shares = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Always counts the bytes, until they are given back. Returns false if there are too many. */
  take(network: string, bytes: number): boolean {
    const share = (this.#shares.get(network) ?? 0) + bytes;
    this.#shares.set(network, share);
    this.#held += bytes;
    return share <= this.#most - this.#held;
  }

  giveBack(network: string, bytes: number): void {
    this.#held -= bytes;
    const share = (this.#shares.get(network) ?? 0) - bytes;
    if (share > 0) this.#shares.set(network, share);
    else this.#shares.delete(network);
  }
}

/** Does something once a second, never twice at a time. A failure is logged as `event`. */
export function everySecond(work: () => Promise<void>, event: string): { stop(): void } {
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    work()
      .catch((error: unknown) => log('error', event, { error: errorText(error) }))
      .finally(() => {
        isBusy = false;
      });
  }, 1_000);
  return { stop: () => clearInterval(timer) };
}

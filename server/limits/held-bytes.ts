/**
 * A budget of memory that callers share, none of them more than what is left to the others: one network may hold half of
 * it, the next one half of the rest. However many bodies one has arriving, there is room for those of somebody else.
 */
export class HeldBytes {
  readonly #most: number;
  #held = 0;
  readonly #shares = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts them in any case, until they are given back; false where there are too many. */
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

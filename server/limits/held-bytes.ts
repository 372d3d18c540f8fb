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

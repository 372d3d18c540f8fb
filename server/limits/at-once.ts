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

/** Keys of the calls that this process has open, and of holds whose answer it waits for. */
export class OpenCalls {
  readonly #open = new Set<number>();
  /** For each batch of holds under way: keys that it makes are larger. */
  readonly #floors = new Map<symbol, number>();
  #newest = 0;

  /** Begins a batch of holds. The returned function ends it. */
  begin(): () => void {
    const batch = Symbol('holds');
    this.#floors.set(batch, this.#newest);
    return () => void this.#floors.delete(batch);
  }

  opened(key: number): void {
    this.#open.add(key);
    if (key > this.#newest) this.#newest = key;
  }

  resolved(key: number): void {
    this.#open.delete(key);
  }

  /** No call of this process with a smaller key is open. */
  first(): number {
    let first = this.#newest + 1;
    for (const floor of this.#floors.values()) first = Math.min(first, floor + 1);
    for (const key of this.#open) first = Math.min(first, key);
    return first;
  }
}

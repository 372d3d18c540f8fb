import { LRUCache } from 'lru-cache';

interface Bounds<V> {
  bytes: number;
  bytesOf: (value: V) => number;
  keepsIf?: (value: V) => boolean;
  /** Caches a value only from its second request in a while, in the form that this returns. */
  fromSecondAsk?: (value: V) => V;
}

/** The memory for keys that were requested once. */
const seenBytes = 256 * 1024;

/**
 * A bounded cache of values that depend on published data. A value that was computed during a publication is returned
 * but not cached, because it may be stale. Simultaneous requests for a key share one computation.
 */
export class Cache<K extends string | number, V extends NonNullable<unknown>> {
  readonly #values: LRUCache<K, V>;
  readonly #making = new Map<K, Promise<V>>();
  readonly #seen = new LRUCache<K, true>({ maxSize: seenBytes, sizeCalculation: (_, key) => keyBytes(key) });
  readonly #keepsIf: Bounds<V>['keepsIf'];
  readonly #fromSecondAsk: Bounds<V>['fromSecondAsk'];
  #generation = 0;

  constructor(
    { bytes, bytesOf, keepsIf, fromSecondAsk }: Bounds<V>,
    readonly keeps = true,
  ) {
    this.#keepsIf = keepsIf;
    this.#fromSecondAsk = fromSecondAsk;
    this.#values = new LRUCache<K, V>({
      maxSize: bytes,
      sizeCalculation: (value, key) => bytesOf(value) + keyBytes(key),
    });
  }

  get generation(): number {
    return this.#generation;
  }

  get(key: K): V | undefined {
    return this.#values.get(key);
  }

  set(key: K, value: V, generation: number): void {
    if (this.keeps && generation === this.#generation) this.#values.set(key, value);
  }

  /** Synchronous for a cached value, because a promise costs more than most of the lookups. */
  getOrMake(key: K, make: () => Promise<V>): V | Promise<V> {
    return this.#values.get(key) ?? this.#making.get(key) ?? this.#make(key, make);
  }

  drop(): void {
    this.#generation += 1;
    this.#values.clear();
    this.#making.clear();
  }

  async #make(key: K, make: () => Promise<V>): Promise<V> {
    const generation = this.#generation;
    const making = make();
    this.#making.set(key, making);
    try {
      const value = await making;
      if (this.#keepsIf && !this.#keepsIf(value)) return value;
      if (!this.#fromSecondAsk) this.set(key, value, generation);
      else if (this.#seen.has(key)) this.set(key, this.#fromSecondAsk(value), generation);
      else this.#seen.set(key, true);
      return value;
    } finally {
      if (this.#making.get(key) === making) this.#making.delete(key);
    }
  }
}

/** Callers choose the keys, and an address may be long although its value is short. */
function keyBytes(key: string | number): number {
  return typeof key === 'string' ? 2 * key.length : 8;
}

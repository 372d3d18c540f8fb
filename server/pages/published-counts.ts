import type { Published } from '../store/writer.ts';

const kinds: readonly Published[] = ['catalogue', 'keys', 'sessions'];

/**
 * How often each kind was published. The process that writes sends its counts along with each request; the process that
 * reads drops what it holds of a kind whose count has risen, so it never shows what is older than an acknowledged write.
 */
export class PublishedCounts {
  readonly #counts: Record<Published, number> = { catalogue: 0, keys: 0, sessions: 0 };

  count(what: Published): void {
    this.#counts[what] += 1;
  }

  toString(): string {
    return kinds.map((kind) => this.#counts[kind]).join('.');
  }

  /** Requests may overtake each other: lower counts than before change nothing. */
  catchUp(sent: string, drop: (what: Published) => void): void {
    const counts = sent.split('.').map(Number);
    for (const [index, kind] of kinds.entries()) {
      const count = counts[index] ?? 0;
      if (!(count > this.#counts[kind])) continue;
      this.#counts[kind] = count;
      drop(kind);
    }
  }
}

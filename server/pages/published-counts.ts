import type { Published } from '../store/sql/job.ts';

const kinds: readonly Published[] = ['catalogue', 'keys', 'sessions'];

/**
 * Counts publications by kind. The writing process sends its counts with each request. The reading process drops its
 * caches of each kind whose count has grown, so it never shows data older than an acknowledged write.
 */
export class PublishedCounts {
  readonly #counts: Record<Published, number> = { catalogue: 0, keys: 0, sessions: 0 };

  count(what: Published): void {
    this.#counts[what] += 1;
  }

  toString(): string {
    return kinds.map((kind) => this.#counts[kind]).join('.');
  }

  /** Requests may arrive out of order, so lower counts are ignored. */
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

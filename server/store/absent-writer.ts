import { type Published, type WatchedWriter, WriterError } from './writer.ts';

/** For a store that only reads. Another process may report its publications. */
export class AbsentWriter implements WatchedWriter {
  readonly waiting = 0;
  readonly portals = 1;
  readonly isReachable = true;
  readonly #listeners = new Set<(what: Published) => void>();

  run(): Promise<never> {
    return Promise.reject(new WriterError('writer-stopped', 'This process only reads.'));
  }

  onPublish(listener: (what: Published) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onBatch(): void {}

  publish(what: Published): void {
    for (const listener of this.#listeners) listener(what);
  }

  async close(): Promise<void> {}
}

import type { Settings } from '../env.ts';
import { setPortal } from '../portal/current-portal.ts';
import { makePortal } from '../portal/make-portal.ts';
import type { Context } from '../portal/context.ts';
import { readSecret } from '../portal/read-secret.ts';
import { openReadingStore } from '../store/open-store.ts';
import { type Published, type WatchedWriter, WriterError } from '../store/writer.ts';

export interface ReadingPortal {
  context: Context;
  /** Drops cached data after another process has published. */
  drop(what: Published): void;
}

/** Opens the portal for pages, with read-only connections. */
export function openReadingPortal(settings: Settings): ReadingPortal {
  const writer = new AbsentWriter();
  const store = openReadingStore(settings, writer);
  const secret = readSecret(settings);
  const portal = makePortal(settings, store, { secret, keep: true, pages: { check: async () => {} } });
  setPortal(portal);
  return { context: portal.context, drop: (what) => writer.publish(what) };
}

/** The writer runs in another process, which reports its publications. */
class AbsentWriter implements WatchedWriter {
  readonly waiting = 0;
  readonly portals = 1;
  readonly isReachable = true;
  readonly #listeners = new Set<(what: Published) => void>();

  run(): Promise<never> {
    return Promise.reject(new WriterError('writer-stopped', 'Pages only read.'));
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

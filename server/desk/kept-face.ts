import { defaultFace, type Face } from '../../lib/face/face.ts';
import { errorText, log } from '../log.ts';
import type { Store } from '../store/store.ts';

interface FaceStore {
  face: Pick<Store['face'], 'read'>;
}

/** What the portal shows of itself, in memory. It is read again after each change, by this portal or another. */
export class KeptFace {
  readonly #store: FaceStore;
  #known: Face = defaultFace;
  #isStale = true;
  #loading: Promise<Face> | undefined;

  constructor(store: FaceStore) {
    this.#store = store;
  }

  /** As it is now. Synchronous while nothing has changed, because most answers ask for it. */
  read(): Face | Promise<Face> {
    if (!this.#isStale && !this.#loading) return this.#known;
    return (this.#loading ??= this.#load());
  }

  /** As it was read last, for answers that cannot wait: a change is read at once. */
  get last(): Face {
    return this.#known;
  }

  changed(): void {
    this.#isStale = true;
    void Promise.resolve(this.read());
  }

  /** If it cannot be read, the last one stays, and the next request tries again. */
  async #load(): Promise<Face> {
    try {
      while (this.#isStale) {
        this.#isStale = false;
        this.#known = await this.#store.face.read();
      }
    } catch (error) {
      this.#isStale = true;
      log('error', 'face-not-read', { error: errorText(error) });
    } finally {
      this.#loading = undefined;
    }
    return this.#known;
  }
}

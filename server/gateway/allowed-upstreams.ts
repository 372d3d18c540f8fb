import { errorText, log } from '../log.ts';
import type { Store } from '../store/store.ts';
import { type EgressAllow, type EgressFence, withOwners } from './egress-allow.ts';

interface AllowanceStore {
  credentials: Pick<Store['credentials'], 'allowedUpstreams'>;
}

/** Where owners allow calls besides what the settings do. `version` changes with it. */
export interface OwnersWay {
  readonly version: number;
  readonly entries: readonly string[];
  /** Resolves once they are read again; undefined if they are known. */
  readonly pending: Promise<void> | undefined;
}

/**
 * The private addresses that owners allow, in memory. The first call after a change waits until they are read again. If
 * that fails, those of before stay, and the next call tries again.
 */
export class AllowedUpstreams implements OwnersWay {
  readonly #store: AllowanceStore;
  #entries: readonly string[] = [];
  #isStale = true;
  #loading: Promise<void> | undefined;
  #version = 0;

  constructor(store: AllowanceStore) {
    this.#store = store;
  }

  get version(): number {
    return this.#version;
  }

  get entries(): readonly string[] {
    return this.#entries;
  }

  get pending(): Promise<void> | undefined {
    if (!this.#isStale && !this.#loading) return undefined;
    return (this.#loading ??= this.#load());
  }

  /** One was allowed or removed, here or by another portal. */
  changed(): void {
    this.#isStale = true;
  }

  async #load(): Promise<void> {
    try {
      while (this.#isStale) {
        this.#isStale = false;
        const entries = (await this.#store.credentials.allowedUpstreams()).map(({ address }) => address);
        if (entries.join() === this.#entries.join()) continue;
        this.#entries = entries;
        this.#version += 1;
      }
    } catch (error) {
      this.#isStale = true;
      log('error', 'allowed-upstreams-not-read', { error: errorText(error) });
    } finally {
      this.#loading = undefined;
    }
  }
}

/** What the settings and the owners allow now. */
export async function currentEgress(
  { egressAllow, egressFence }: { egressAllow: EgressAllow; egressFence: EgressFence },
  { credentials }: AllowanceStore,
): Promise<EgressAllow> {
  const allowed = await credentials.allowedUpstreams();
  return withOwners(
    egressAllow,
    allowed.map(({ address }) => address),
    egressFence,
  );
}

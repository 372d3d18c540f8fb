import type { Settings } from '../env.ts';
import { setPortal } from '../portal/current-portal.ts';
import { makePortal } from '../portal/make-portal.ts';
import type { Context } from '../portal/context.ts';
import { readSecrets } from '../portal/read-secrets.ts';
import { secretNamedBy } from '../portal/secret-fingerprint.ts';
import { openReadingStore } from '../store/open-store.ts';
import { AbsentWriter } from '../store/absent-writer.ts';
import type { Published } from '../store/writer.ts';

export interface ReadingPortal {
  context: Context;
  /** Drops cached data after another process has published. */
  drop(what: Published): void;
}

/** Opens the portal for pages, with read-only connections. `naming`: the fingerprint of the secret that makes names. */
export function openReadingPortal(settings: Settings, naming: string | undefined): ReadingPortal {
  const writer = new AbsentWriter();
  const store = openReadingStore(settings, writer);
  const secret = secretNamedBy(naming, readSecrets(settings));
  const portal = makePortal(settings, store, { secret, keep: true, pages: { check: async () => {} } });
  setPortal(portal);
  return { context: portal.context, drop: (what) => writer.publish(what) };
}

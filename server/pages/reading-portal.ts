import type { Settings } from '../env.ts';
import { setPortal } from '../portal/current-portal.ts';
import { makePortal } from '../portal/make-portal.ts';
import type { Context } from '../portal/context.ts';
import { readSecret } from '../portal/read-secret.ts';
import { openReadingStore } from '../store/open-store.ts';
import { AbsentWriter } from '../store/absent-writer.ts';
import type { Published } from '../store/writer.ts';

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

import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import type { Store } from '../store/store.ts';

/**
 * Brings the search up to date after a migration that changed how its texts are made, while the portal serves. Where it
 * is stopped, the next start goes on.
 */
export function refreshTexts({ catalogue, writer }: Pick<Store, 'catalogue' | 'writer'>): {
  done: Promise<void>;
  stop: () => Promise<void>;
} {
  let isStopped = false;
  const refresh = async () => {
    let isDone = !(await catalogue.hasStaleTexts());
    while (!isDone && !isStopped) ({ isDone } = await writer.run('refresh-stale-products', {}));
  };
  const done = refresh().catch((error: unknown) =>
    log('error', 'search-not-refreshed', { error: errorText(error) }),
  );
  return {
    done,
    stop: () => {
      isStopped = true;
      return done;
    },
  };
}

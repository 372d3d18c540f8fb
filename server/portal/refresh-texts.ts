import { errorText } from '../error-text.ts';
import { log } from '../log.ts';
import type { Store } from '../store/store.ts';

/**
 * Rebuilds the search texts after a migration while the portal runs. If it is interrupted, the next start continues.
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

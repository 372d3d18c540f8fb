import type { DataPlace } from '../server/store/data-place.ts';
import type { Store } from '../server/store/store.ts';

export type { DataPlace };

/** Opens the data folder of the settings until `use` is done. */
export async function withStore<Result>(use: (store: Store) => Promise<Result>): Promise<Result> {
  const { readSettings } = await import('../server/env.ts');
  return withStoreOf(readSettings(), use);
}

/** Its modules load here, so that the help and the other commands start without them. */
export async function withStoreOf<Result>(
  place: DataPlace,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const { openCommandStore } = await import('../server/store/open-store.ts');
  const store = await openCommandStore(place);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

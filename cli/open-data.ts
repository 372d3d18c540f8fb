import type { Store } from '../server/store/store.ts';

/** Opens the data folder of the settings until `use` is done. */
export async function withStore<Result>(use: (store: Store) => Promise<Result>): Promise<Result> {
  const { readSettings } = await import('../server/env.ts');
  return withStoreOf(readSettings().dataFolder, use);
}

/** Its modules load here, so that the help and the other commands start without them. */
export async function withStoreOf<Result>(
  dataFolder: string,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const { openSharedStore } = await import('../server/control/open-shared-store.ts');
  const store = await openSharedStore(dataFolder);
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

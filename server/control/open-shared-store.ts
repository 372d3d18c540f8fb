import { join } from 'node:path';
import { openOwnStore } from '../store/sqlite/open-own-store.ts';
import { openWritingStore } from '../store/sqlite/open-sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { connectWriter } from './connect-writer.ts';

/** Opens the store of a data folder. It writes through a running portal, or else takes the lease of the folder. */
export async function openSharedStore(dataFolder: string, updateBackup = true): Promise<Store> {
  const portalsWriter = await connectWriter(dataFolder);
  if (!portalsWriter) return openOwnStore(dataFolder, { updateBackup });
  return openWritingStore(join(dataFolder, 'farebox.db'), portalsWriter);
}

import { join } from 'node:path';
import { migrate } from '../../../prisma/migrate.ts';
import { openWritingStore, type SqliteStore } from './open-sqlite-store.ts';
import { startWriter, type ThreadedWriter } from './writer/start-writer.ts';
import { takeLease } from './lease.ts';

/** Migrates and opens the store of a data folder that no other process uses. `keep`: whether searches are cached. */
export async function openOwnStore(dataFolder: string, keep = true): Promise<SqliteStore<ThreadedWriter>> {
  const lease = takeLease(dataFolder);
  try {
    const databaseFile = join(dataFolder, 'farebox.db');
    await migrate(databaseFile);
    const store = await openWritingStore(databaseFile, await startWriter(databaseFile), { keep });
    return {
      ...store,
      async close() {
        await store.close();
        lease.release();
      },
    };
  } catch (error) {
    lease.release();
    throw error;
  }
}

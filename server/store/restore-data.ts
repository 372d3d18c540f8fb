import { ensureDataFolder } from '../env.ts';
import type { DataPlace } from './data-place.ts';
import { restoreDatabase } from './postgres/backup/restore-database.ts';
import { restore } from './sqlite/backup/restore.ts';

/** Replaces the data of a portal, which is stopped, by a backup. Returns the name of the old data, if it is kept. */
export async function restoreData(
  { dataFolder, databaseUrl }: DataPlace,
  file: string,
): Promise<string | null> {
  if (databaseUrl !== undefined) {
    await restoreDatabase(databaseUrl, file);
    return null;
  }
  ensureDataFolder(dataFolder);
  return restore(dataFolder, file, Date.now());
}

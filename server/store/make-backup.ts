import { backUpData } from './back-up-data.ts';
import { BackupRefused } from './backup-refused.ts';
import type { DataPlace } from './data-place.ts';
import { storeLastBackup as storeInDatabase } from './postgres/backup/last-backup.ts';
import { storeLastBackup as storeInFolder } from './sqlite/backup/last-backup.ts';

/** Writes all data into a new file, and stores when, for the metrics of portals. Returns the size in bytes. */
export async function makeBackup(place: DataPlace, file: string): Promise<number> {
  const madeAtMs = Date.now();
  const bytes = await backUpData(place, file);
  try {
    if (place.databaseUrl === undefined) storeInFolder(place.dataFolder, madeAtMs);
    else await storeInDatabase(place.databaseUrl, madeAtMs);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new BackupRefused(`${file} is complete, but the metrics cannot show its age: ${why}.`, { cause });
  }
  return bytes;
}

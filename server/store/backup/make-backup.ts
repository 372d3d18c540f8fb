import { join } from 'node:path';
import type { DataPlace } from '../../env.ts';
import { backUpDatabase } from '../postgres/backup/back-up-database.ts';
import { storeLastBackup as storeInDatabase } from '../postgres/backup/last-backup.ts';
import { backUp, storeLastBackup as storeInFolder } from '../sqlite/backup/back-up.ts';
import { BackupRefused } from './backup-files.ts';

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

/** Writes all data of a portal, which may be running, into a new file. Returns its size in bytes. */
export async function backUpData({ dataFolder, databaseUrl }: DataPlace, file: string): Promise<number> {
  return databaseUrl === undefined
    ? backUp(join(dataFolder, 'farebox.db'), file)
    : backUpDatabase(databaseUrl, file);
}

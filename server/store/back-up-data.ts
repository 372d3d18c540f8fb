import { join } from 'node:path';
import type { DataPlace } from './data-place.ts';
import { backUpDatabase } from './postgres/backup/back-up-database.ts';
import { backUp } from './sqlite/backup/back-up.ts';

/** Writes all data of a portal, which may be running, into a new file. Returns its size in bytes. */
export async function backUpData({ dataFolder, databaseUrl }: DataPlace, file: string): Promise<number> {
  return databaseUrl === undefined
    ? backUp(join(dataFolder, 'farebox.db'), file)
    : backUpDatabase(databaseUrl, file);
}

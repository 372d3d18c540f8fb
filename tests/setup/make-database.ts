import { copyFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { inject } from 'vitest';

/** An empty database of the latest version: a copy of the one that was migrated for all (loaded-data). */
export async function makeDatabase(databaseFile: string): Promise<void> {
  await mkdir(dirname(databaseFile), { recursive: true });
  await copyFile(inject('emptyDatabase'), databaseFile);
}

/** Makes a database that is open an empty one again. */
export async function copyEmptyInto(databaseFile: string): Promise<void> {
  const empty = new SqliteDatabase(inject('emptyDatabase'), { readonly: true });
  await empty.backup(databaseFile);
  empty.close();
}

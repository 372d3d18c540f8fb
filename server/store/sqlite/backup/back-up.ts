import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDamage } from '../database-unusable.ts';
import { BackupRefused } from '../../backup/backup-files.ts';
import { syncPath } from '../../../files/read-regular-file.ts';
import SqliteDatabase, { type Database } from 'better-sqlite3';

/**
 * Writes a consistent copy of a database into a new file, while others read and write. The file gets its name when it
 * is completely on the disk. Returns its size in bytes.
 */
export function backUp(databaseFile: string, file: string): number {
  if (!existsSync(databaseFile))
    throw new BackupRefused(`There is nothing to back up: ${databaseFile} does not exist.`);
  if (existsSync(file))
    throw new BackupRefused(`${file} already exists. Choose another file, or remove it first.`);
  const database = openDatabase(databaseFile);
  const part = `${file}.part-${process.pid}`;
  try {
    writeCopy(database, part);
    syncPath(part);
    renameSync(part, file);
    syncPath(dirname(file));
  } catch (error) {
    rmSync(part, { force: true });
    if (isDamage(error)) throw error;
    throw new BackupRefused(
      `${file} could not be written: ${error instanceof Error ? error.message : error}.`,
    );
  } finally {
    database.close();
  }
  return statSync(file).size;
}

/** Also reads, so that errors of the database are not blamed on the new file. */
function openDatabase(databaseFile: string): Database {
  const database = new SqliteDatabase(databaseFile, { timeout: 10_000, fileMustExist: true });
  try {
    database.prepare('SELECT count(*) FROM sqlite_master').get();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Created first with private permissions, because it contains everything that the portal knows. */
function writeCopy(database: Database, part: string): void {
  closeSync(openSync(part, 'wx', 0o600));
  // Matches new databases (prisma/migrate.ts), also if an older version created this one.
  database.pragma('auto_vacuum = INCREMENTAL');
  database.prepare('VACUUM INTO ?').run(part);
  // The backup kept the log from being emptied. Doing that here saves the writer, and so calls, the time.
  database.pragma('wal_checkpoint(PASSIVE)');
}

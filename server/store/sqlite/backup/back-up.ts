import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { isDamage } from '../database-unusable.ts';
import { BackupRefused } from './backup-refused.ts';
import { syncPath } from './sync-path.ts';

/**
 * Writes all that a database holds at one moment into a new file, while others go on to read and write. The file has
 * its name only once it is whole and on the disk. Returns its size in bytes.
 */
export function backUp(databaseFile: string, file: string): number {
  if (!existsSync(databaseFile))
    throw new BackupRefused(`There is nothing to back up: ${databaseFile} is not there.`);
  if (existsSync(file))
    throw new BackupRefused(`${file} is there already: name another file, or remove that one first.`);
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

/** Reads from it, too: what is wrong with the database is not the fault of the file that is to be written. */
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

/** Made by hand first, since it is for its owner alone: it has all that the portal knows. */
function writeCopy(database: Database, part: string): void {
  closeSync(openSync(part, 'wx', 0o600));
  // As a new database has it (prisma/migrate.ts), also where this one was made by an older version.
  database.pragma('auto_vacuum = INCREMENTAL');
  database.prepare('VACUUM INTO ?').run(part);
  // What was written meanwhile could not leave the log. Better here than in the writer, where calls wait for it.
  database.pragma('wal_checkpoint(PASSIVE)');
}

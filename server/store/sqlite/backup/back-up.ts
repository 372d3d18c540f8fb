import SqliteDatabase, { type Database } from 'better-sqlite3';
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { syncPath, readRegularFile } from '../../../files/read-regular-file.ts';
import { BackupRefused } from '../../backup/backup-files.ts';
import { isDamage } from '../database-unusable.ts';

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

const mostBytes = 1_000;
const content = z.iso.datetime();

/** Stores when a backup of a data folder was made. A file, because the backup runs in another process than the portal. */
export function storeLastBackup(dataFolder: string, madeAtMs: number): void {
  const part = join(dataFolder, `last-backup.part-${process.pid}`);
  writeFileSync(part, `${new Date(madeAtMs).toISOString()}\n`, { mode: 0o600 });
  renameSync(part, fileIn(dataFolder));
}

/** When the last backup was made; undefined if there was none, or if the file cannot be read. */
export function readLastBackup(dataFolder: string): number | undefined {
  const reading = readRegularFile(fileIn(dataFolder), mostBytes);
  const parsed = content.safeParse(reading.ok ? reading.bytes.toString().trim() : undefined);
  return parsed.success ? Date.parse(parsed.data) : undefined;
}

const fileIn = (dataFolder: string) => join(dataFolder, 'last-backup');

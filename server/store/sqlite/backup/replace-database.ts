import SqliteDatabase from 'better-sqlite3';
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { migrate } from '../../../../prisma/migrate.ts';
import { syncPath } from '../../../files/read-regular-file.ts';
import { BackupRefused } from '../../backup/backup-files.ts';
import { checkLedger } from '../check/check-ledger.ts';
import { takeLease } from '../lease.ts';
import { hasLedger } from '../ledger/sqlite-ledger.ts';

/**
 * Replaces the database of a data folder by a copy of a file. `verify` throws if the copy cannot be used, and may change
 * it. Returns the new name of the old database. The lease keeps other processes away.
 */
export async function replaceDatabase(
  dataFolder: string,
  file: string,
  nowMs: number,
  verify: (candidate: string) => void | Promise<void>,
): Promise<string | null> {
  const databaseFile = join(dataFolder, 'farebox.db');
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new BackupRefused(`There is no file ${file}.`);
  if (!stats.isFile()) throw new BackupRefused(`${file} is not a regular file.`);
  if (existsSync(databaseFile) && realpathSync(file) === realpathSync(databaseFile))
    throw new BackupRefused(`${file} is the database itself, not a backup.`);
  const lease = takeLease(dataFolder);
  const candidate = `${databaseFile}.restoring`;
  try {
    removeDatabase(candidate);
    await copyDatabase(file, candidate);
    refuseDamaged(candidate, file);
    await verify(candidate);
    syncPath(candidate);
    const aside = setAside(databaseFile, nowMs);
    renameSync(candidate, databaseFile);
    syncPath(dirname(databaseFile));
    return aside;
  } catch (error) {
    if (!isOfFiles(error)) throw error;
    throw new BackupRefused(`${file} was not restored: ${error.message}.`, { cause: error });
  } finally {
    removeDatabase(candidate);
    lease.release();
  }
}

/** An error of the file system or SQLite about a file, such as a full disk. */
function isOfFiles(error: unknown): error is Error {
  return (error instanceof Error && 'syscall' in error) || error instanceof SqliteDatabase.SqliteError;
}

const companions = ['', '-wal', '-shm'];

function removeDatabase(databaseFile: string): void {
  for (const ending of companions) rmSync(databaseFile + ending, { force: true });
}

/** A backup is a single file, but a copied data folder may have a log, too. */
async function copyDatabase(from: string, to: string): Promise<void> {
  await copyPrivately(from, to);
  if (existsSync(`${from}-wal`)) await copyPrivately(`${from}-wal`, `${to}-wal`);
}

/** Private from the first byte, whatever the permissions of the source. */
function copyPrivately(from: string, to: string): Promise<void> {
  return pipeline(createReadStream(from), createWriteStream(to, { flags: 'wx', mode: 0o600 }));
}

function refuseDamaged(candidate: string, file: string): void {
  const damage = findDamage(candidate);
  if (damage !== undefined) throw new BackupRefused(`${file} cannot be restored: ${damage}.`);
}

function findDamage(candidate: string): string | undefined {
  try {
    const database = new SqliteDatabase(candidate);
    try {
      const isFarebox = database
        .prepare("SELECT 1 FROM sqlite_master WHERE name = '_prisma_migrations'")
        .get();
      const verdict = String(database.pragma('integrity_check(1)', { simple: true }));
      if (verdict !== 'ok') return `it is damaged (${verdict})`;
      return isFarebox === undefined ? 'it is not a Farebox database' : undefined;
    } finally {
      database.close();
    }
  } catch (error) {
    return `it is damaged, or not a database (${error instanceof Error ? error.message : error})`;
  }
}

/** Links the old database to a second name, so that a database is in place at every moment; then its log, if any. */
function setAside(databaseFile: string, nowMs: number): string | null {
  if (!existsSync(databaseFile)) return null;
  emptyLog(databaseFile);
  const stamp = new Date(nowMs).toISOString().replaceAll(':', '-');
  const aside = `${databaseFile}.before-${stamp}`;
  linkOrCopy(databaseFile, aside);
  if (existsSync(`${databaseFile}-wal`)) renameSync(`${databaseFile}-wal`, `${aside}-wal`);
  rmSync(`${databaseFile}-shm`, { force: true });
  return basename(aside);
}

/** Moves the log into the database. If that fails, the log stays beside it. */
function emptyLog(databaseFile: string): void {
  try {
    const database = new SqliteDatabase(databaseFile);
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.close();
  } catch (error) {
    if (!(error instanceof SqliteDatabase.SqliteError)) throw error;
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // Some file systems have no links.
    copyFileSync(from, to);
  }
}

/**
 * Replaces the database of a data folder by a backup that is complete and has a valid ledger, and brings it up to date.
 * Returns the new name of the old database.
 */
export function restore(dataFolder: string, file: string, nowMs: number): Promise<string | null> {
  return replaceDatabase(dataFolder, file, nowMs, async (candidate) => {
    await migrate(candidate);
    const [first, ...more] = hasLedger(candidate) ? checkLedger(candidate) : [];
    if (first !== undefined)
      throw new BackupRefused(
        `${file} cannot be restored: its ledger is inconsistent. ${[first, ...more].join('\n')}`,
      );
  });
}

import { copyFileSync, existsSync, linkSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { migrate } from '../../prisma/migrate.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { hasLedger } from '../ledger/has-ledger.ts';
import { takeLease } from '../lease.ts';
import { BackupRefused } from './backup-refused.ts';
import { syncPath } from './sync-path.ts';

/**
 * Puts a backup in the place of the database of a data folder, once it was found whole and its ledger holds. Returns
 * where the database that was there lies now. Nobody else may use the folder meanwhile: the lease sees to that.
 */
export async function restore(
  dataFolder: string,
  databaseFile: string,
  file: string,
  nowMs: number,
): Promise<string | null> {
  if (!existsSync(file)) throw new BackupRefused(`There is no file ${file}.`);
  if (existsSync(databaseFile) && realpathSync(file) === realpathSync(databaseFile))
    throw new BackupRefused(`${file} is the database itself, and no backup of it.`);
  const lease = takeLease(dataFolder);
  const candidate = `${databaseFile}.restoring`;
  try {
    removeDatabase(candidate);
    copyDatabase(file, candidate);
    await verify(candidate, file);
    syncPath(candidate);
    const aside = setAside(databaseFile, nowMs);
    renameSync(candidate, databaseFile);
    syncPath(dirname(databaseFile));
    return aside;
  } finally {
    removeDatabase(candidate);
    lease.release();
  }
}

const companions = ['', '-wal', '-shm'];

function removeDatabase(databaseFile: string): void {
  for (const ending of companions) rmSync(databaseFile + ending, { force: true });
}

/** A backup is one file; a copy that somebody made of a data folder may have its log beside it. */
function copyDatabase(from: string, to: string): void {
  copyFileSync(from, to);
  if (existsSync(`${from}-wal`)) copyFileSync(`${from}-wal`, `${to}-wal`);
}

async function verify(candidate: string, file: string): Promise<void> {
  const damage = findDamage(candidate);
  if (damage !== undefined) throw new BackupRefused(`${file} cannot be restored: ${damage}.`);
  await migrate(candidate);
  const [first, ...more] = hasLedger(candidate) ? checkLedger(candidate) : [];
  if (first !== undefined)
    throw new BackupRefused(
      `${file} cannot be restored, since its ledger does not hold. ${[first, ...more].join('\n')}`,
    );
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
      return isFarebox === undefined ? 'it is no database of Farebox' : undefined;
    } finally {
      database.close();
    }
  } catch (error) {
    return `it is damaged, or no database at all (${error instanceof Error ? error.message : error})`;
  }
}

/** A second name for the old database, so that one is in its place at every moment; then its log, if it has one. */
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

/** What the log still has goes into the database. Where that fails the log is kept beside it, as it is. */
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
    // Not every file system has links.
    copyFileSync(from, to);
  }
}

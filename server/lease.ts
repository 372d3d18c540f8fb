import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { ensureDataFolder } from './env.ts';

export interface Lease {
  release(): void;
}

/** A connection that nobody refers to is collected, and its lock goes with it. */
const held = new Set<Database>();

/** Somebody else uses the data folder. */
export class LeaseHeld extends Error {
  override name = 'LeaseHeld';
}

/**
 * Makes this process the only one that writes to a data folder. What holds is a lock of the operating system on a
 * file of its own, which ends with the process however it ends; the file that names the process only informs.
 */
export function takeLease(dataFolder: string): Lease {
  ensureDataFolder(dataFolder);
  const holderFile = join(dataFolder, 'lease.pid');
  const lock = new SqliteDatabase(join(dataFolder, 'lease.db'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new LeaseHeld(
      `The data folder ${dataFolder} is in use by process ${holderOf(holderFile)}. Stop that process, or set FAREBOX_DATA to another folder.`,
    );
  }
  held.add(lock);
  writeFileSync(holderFile, String(process.pid));
  return {
    release() {
      if (!held.delete(lock)) return;
      rmSync(holderFile, { force: true });
      lock.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

function holderOf(holderFile: string): string {
  try {
    return readFileSync(holderFile, 'utf8').trim();
  } catch {
    // It is between taking the lock and writing its name.
    return 'unknown';
  }
}

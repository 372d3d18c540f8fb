import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { ExplainedError } from '../../../lib/problem/explained-error.ts';
import { ensureDataFolder, SettingsError } from '../../env.ts';
import { makeFilesPrivate } from '../../portal/private-files.ts';

export interface Lease {
  release(): void;
}

/** A connection that nobody refers to is collected, and its lock goes with it. */
const held = new Set<Database>();

/** Somebody else uses the data folder. */
export class LeaseHeld extends ExplainedError {
  override name = 'LeaseHeld';
}

/**
 * Makes this process the only one that writes to a data folder. What holds is a lock of the operating system on a
 * file of its own, which ends with the process however it ends; the file that names the process only informs.
 */
export function takeLease(dataFolder: string): Lease {
  ensureDataFolder(dataFolder);
  const holderFile = join(dataFolder, 'lease.pid');
  const lock = lockFile(join(dataFolder, 'lease.db'));
  if (!lock)
    throw new LeaseHeld(
      `The data folder ${dataFolder} is in use by process ${holderOf(holderFile)}. Stop that process, or set FAREBOX_DATA to another folder.`,
    );
  held.add(lock);
  orSettingsError(holderFile, () => writeFileSync(holderFile, String(process.pid), { mode: 0o600 }));
  makeFilesPrivate(dataFolder);
  return {
    release() {
      if (!held.delete(lock)) return;
      rmSync(holderFile, { force: true });
      lock.close();
    },
  };
}

/** Undefined where another process has the lock. */
function lockFile(file: string): Database | undefined {
  return orSettingsError(file, () => {
    closeSync(openSync(file, 'a', 0o600));
    const lock = new SqliteDatabase(file, { timeout: 0 });
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return lock;
    } catch (error) {
      lock.close();
      if (isBusy(error)) return undefined;
      throw error;
    }
  });
}

/** These files hold nothing that is needed: whatever is wrong with one, a new one will do. */
function orSettingsError<Result>(file: string, use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsError(`${file} cannot be used (${why}). Remove it while no portal runs.`, {
      cause: error,
    });
  }
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

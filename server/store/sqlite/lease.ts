import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExplainedError } from '../../../lib/problem/problem.ts';
import { ensureDataFolder, SettingsError } from '../../env.ts';
import { makeFilesPrivate } from '../../portal/private-files.ts';
import SqliteDatabase, { type Database } from 'better-sqlite3';

export interface Lease {
  release(): void;
}

/** Keeps connections from being garbage collected, which would release their locks. */
const held = new Set<Database>();

/** Another process uses the data folder. */
export class LeaseHeld extends ExplainedError {
  override name = 'LeaseHeld';
}

/**
 * Makes this process the only writer of a data folder. An operating system lock on a separate file enforces it and ends
 * with the process. The file with the process id is only for messages.
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

/** Undefined if another process has the lock. */
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

/** These files hold no data, so a damaged one can be replaced. */
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
    // The other process has the lock but has not yet written its name.
    return 'unknown';
  }
}

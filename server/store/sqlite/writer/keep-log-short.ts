import SqliteDatabase, { type Database } from 'better-sqlite3';
import { isDamage } from '../database-unusable.ts';
import { log } from '../../../log.ts';

/** Pages moved from the log into the database at a time: a few milliseconds. */
const pagesAtOnce = 1_000;

interface LogState {
  /** Pages in the log, and how many of them are already in the database. */
  log: number;
  checkpointed: number;
}

/**
 * Moves the log into the database after a batch is reported, instead of within each commit as SQLite does. It retries
 * less and less often while a reader holds an old snapshot, because each attempt scans the whole log without success.
 */
export function keepLogShort(database: Database): () => void {
  database.pragma('wal_autocheckpoint = 0');
  const look = database.prepare<[], LogState>('PRAGMA wal_checkpoint(NOOP)');
  const carryOver = database.prepare<[], LogState>('PRAGMA wal_checkpoint(PASSIVE)');
  let mostPages = pagesAtOnce;
  return () => {
    try {
      if (pagesLeft(look.get()) < mostPages) return;
      mostPages = pagesAtOnce + 2 * pagesLeft(carryOver.get());
    } catch (error) {
      // Reported data is safe in the log even on a full disk. The log grows, and the next batch retries.
      if (!(error instanceof SqliteDatabase.SqliteError) || isDamage(error)) throw error;
      mostPages += pagesAtOnce;
      log('error', 'log-not-shortened', { code: error.code, error: error.message });
    }
  };
}

function pagesLeft(state: LogState | undefined): number {
  return state ? state.log - state.checkpointed : 0;
}

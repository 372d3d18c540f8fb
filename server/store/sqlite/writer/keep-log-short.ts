import SqliteDatabase, { type Database } from 'better-sqlite3';
import { isDamage } from '../database-unusable.ts';
import { log } from '../../../log.ts';

/** Pages that are carried over from the log into the database at a time: a few milliseconds. */
const pagesAtOnce = 1_000;

interface LogState {
  /** Pages in the log, and those of them that are in the database, too. */
  log: number;
  checkpointed: number;
}

/**
 * Does after a batch, when it was answered for, what SQLite would do within each commit. Above all it tries less and
 * less often while somebody else reads on an old state: each try then goes through the whole log and can do nothing.
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
      // What was answered for is in the log and safe there, on a full disk, too: the log grows, and this is tried again.
      if (!(error instanceof SqliteDatabase.SqliteError) || isDamage(error)) throw error;
      mostPages += pagesAtOnce;
      log('error', 'log-not-shortened', { code: error.code, error: error.message });
    }
  };
}

function pagesLeft(state: LogState | undefined): number {
  return state ? state.log - state.checkpointed : 0;
}

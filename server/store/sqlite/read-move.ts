import SqliteDatabase from 'better-sqlite3';
import type { Move } from '../move-changes.ts';
import { prepareReadMove } from './jobs/move.ts';

/** The move of a database; null if it is not being moved. */
export function readMove(databaseFile: string): Move | null {
  const database = new SqliteDatabase(databaseFile, { timeout: 10_000, fileMustExist: true });
  try {
    // A database of an older version has no table for it.
    const isKnown = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'Move'").get() !== undefined;
    return isKnown ? prepareReadMove(database)() : null;
  } finally {
    database.close();
  }
}

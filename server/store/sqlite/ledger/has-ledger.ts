import { existsSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';

/** Whether a file is a Farebox database with a ledger. SQLite throws if it is no database. */
export function hasLedger(databaseFile: string): boolean {
  if (!existsSync(databaseFile)) return false;
  const database = new SqliteDatabase(databaseFile, { timeout: 10_000 });
  try {
    return database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'Purse'").get() !== undefined;
  } finally {
    database.close();
  }
}

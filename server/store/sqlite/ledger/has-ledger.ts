import { existsSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';

/** Whether a file is a database of Farebox that has a ledger. Of one that is no database at all SQLite says so. */
export function hasLedger(databaseFile: string): boolean {
  if (!existsSync(databaseFile)) return false;
  const database = new SqliteDatabase(databaseFile, { timeout: 10_000 });
  try {
    return database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'Purse'").get() !== undefined;
  } finally {
    database.close();
  }
}

import SqliteDatabase, { type Database } from 'better-sqlite3';

const busyTimeoutMs = 5_000;

/** The only connection that writes. WAL lets others read meanwhile. */
export function openWritingConnection(databaseFile: string): Database {
  const database = new SqliteDatabase(databaseFile, { timeout: busyTimeoutMs, fileMustExist: true });
  database.pragma('journal_mode = WAL');
  // NORMAL could lose acknowledged commits in a power failure. FULL syncs the log before COMMIT returns.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  // Overwrites deleted inputs on the disk.
  database.pragma('secure_delete = ON');
  database.pragma('cache_size = -32000');
  // The log grows while a check or backup reads. This limit shrinks it again.
  database.pragma(`journal_size_limit = ${64 * 1024 * 1024}`);
  return database;
}

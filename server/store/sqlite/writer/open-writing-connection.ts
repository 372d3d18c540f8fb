import SqliteDatabase, { type Database } from 'better-sqlite3';

const busyTimeoutMs = 5_000;

/** The only connection that writes. Readers go on reading while it does (WAL). */
export function openWritingConnection(databaseFile: string): Database {
  const database = new SqliteDatabase(databaseFile, { timeout: busyTimeoutMs, fileMustExist: true });
  database.pragma('journal_mode = WAL');
  // NORMAL would lose acknowledged commits with the power; FULL syncs the log before COMMIT returns.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  // An input that its owner has deleted is overwritten, and not merely forgotten.
  database.pragma('secure_delete = ON');
  database.pragma('cache_size = -32000');
  // While a check or a backup reads, the log grows past what can be taken out of it. It need not stay so large.
  database.pragma(`journal_size_limit = ${64 * 1024 * 1024}`);
  return database;
}

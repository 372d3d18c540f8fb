import SqliteDatabase from 'better-sqlite3';

/** Each invariant of the ledger in a file that does not hold, in a sentence. */
export function checkLedger(databaseFile: string): string[] {
  const database = new SqliteDatabase(databaseFile, { readonly: true, timeout: 10_000 });
  try {
    const sum = database.prepare<[], number>('SELECT coalesce(sum(amount), 0) FROM Entry').pluck().get();
    return sum === 0 ? [] : [`All entries add up to ${sum}, and not to 0.`];
  } finally {
    database.close();
  }
}

import SqliteDatabase, { type Database } from 'better-sqlite3';
import { checkBelonging } from './check-belonging.ts';
import { checkCalls } from './check-calls.ts';
import { checkEntries } from './check-entries.ts';
import { checkPurses } from './check-purses.ts';
import { checkKeySpend } from './check-key-spend.ts';
import { Findings } from '../../sql/findings.ts';

/**
 * Returns a sentence for each violated invariant of the whole ledger. Reads one snapshot while others write; a million
 * calls take seconds. A portal checks only what is new (check-new.ts).
 */
export function checkLedger(databaseFile: string): string[] {
  const database = new SqliteDatabase(databaseFile, { timeout: 10_000, fileMustExist: true });
  try {
    database.pragma('query_only = ON');
    const findings = new Findings();
    database.exec('BEGIN');
    checkAll(database, findings);
    database.exec('COMMIT');
    // The snapshot kept the log from being emptied. Doing that here saves the writer, and so calls, the time.
    database.pragma('query_only = OFF');
    database.pragma('wal_checkpoint(PASSIVE)');
    return findings.sentences();
  } finally {
    database.close();
  }
}

function checkAll(database: Database, findings: Findings): void {
  const entries = checkEntries(database, findings);
  const calls = checkCalls(database, entries, findings);
  checkPurses(database, { ...entries, ...calls }, findings);
  checkKeySpend(database, calls.spent, findings);
  checkBelonging(database, findings);
}

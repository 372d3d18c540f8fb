import SqliteDatabase, { type Database } from 'better-sqlite3';
import { checkBelonging } from './check-belonging.ts';
import { checkCalls } from './check-calls.ts';
import { checkEntries } from './check-entries.ts';
import { checkPurses } from './check-purses.ts';
import { checkKeySpend } from './check-key-spend.ts';
import { Findings } from './findings.ts';

/**
 * Each invariant of the ledger in a file that does not hold, in a sentence. All of it is read as it stood at one
 * moment, while others go on to write; a million calls take seconds. A portal checks what is new (check-new.ts).
 */
export function checkLedger(databaseFile: string): string[] {
  const database = new SqliteDatabase(databaseFile, { timeout: 10_000, fileMustExist: true });
  try {
    database.pragma('query_only = ON');
    const findings = new Findings();
    database.exec('BEGIN');
    checkAll(database, findings);
    database.exec('COMMIT');
    // The log could not be emptied past what was read here. Better here than in the writer, where calls wait for it.
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

import SqliteDatabase, { type Database } from 'better-sqlite3';
import { Findings } from '../../sql/findings.ts';
import { checkBelonging } from './check-belonging.ts';
import { checkCalls } from './check-calls.ts';
import { checkEntries } from './check-entries.ts';
import { checkPurses } from './check-purses.ts';

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

interface SpendRow {
  key: number;
  id: string;
  period: string;
  credits: number;
}

/** Checks the spending of each capped key in each period against the holds and charges of its calls. */
function checkKeySpend(database: Database, spent: Map<string, number>, findings: Findings): void {
  const rest = new Map(spent);
  const rows = database.prepare<[], SpendRow>(
    `SELECT s.apiKeyKey AS key, coalesce(k.id, s.apiKeyKey) AS id, s.period, s.credits
       FROM KeySpend s LEFT JOIN ApiKey k ON k.key = s.apiKeyKey`,
  );
  const report = (id: string | number, period: string, kept: number, counted: number) =>
    findings.add(
      'keys with a wrong number',
      `The key ${id} has spent ${kept} credits in "${period}", and its calls add up to ${counted}.`,
    );
  for (const { key, id, period, credits } of rows.all()) {
    const counted = rest.get(`${key} ${period}`) ?? 0;
    if (credits !== counted) report(id, period, credits, counted);
    rest.delete(`${key} ${period}`);
  }
  for (const [name, counted] of rest) {
    const [key = '', period = ''] = name.split(' ');
    if (counted !== 0) report(key, period, 0, counted);
  }
}

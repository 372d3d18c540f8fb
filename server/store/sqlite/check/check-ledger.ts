import SqliteDatabase from 'better-sqlite3';
import { type Rule, rulesOf } from '../../sql/check-rules.ts';
import { Findings } from '../../sql/findings.ts';
import { checkedOf, readProgress } from './check-new.ts';

/**
 * Returns a sentence for each violated invariant of the whole ledger. Reads one snapshot while others write; a million
 * calls take seconds. A portal checks only what is new (check-new.ts).
 */
export function checkLedger(databaseFile: string): string[] {
  const database = new SqliteDatabase(databaseFile, { timeout: 10_000, fileMustExist: true });
  const findings = new Findings();
  const check = (rules: Rule[], before = '') => {
    for (const { kind, sql } of rules)
      for (const sentence of database.prepare<[], string>(sql).pluck().iterate())
        findings.add(kind, before + sentence);
  };
  try {
    database.pragma('query_only = ON');
    database.exec('BEGIN');
    check(rulesOf('sqlite'));
    // With right figures, the sums of what was checked are wrong.
    const progress = database.prepare<[], Parameters<typeof checkedOf>[0]>(readProgress).get();
    if (progress && findings.sentences().length === 0)
      check(rulesOf('sqlite', checkedOf(progress), { daysJoin: 'FULL' }), wrongSums);
    database.exec('COMMIT');
    // The snapshot kept the log from being emptied. Doing that here saves the writer, and so calls, the time.
    database.pragma('query_only = OFF');
    database.pragma('wal_checkpoint(PASSIVE)');
    return findings.sentences();
  } finally {
    database.close();
  }
}

const wrongSums = 'What an earlier check added up is wrong: ';

import { earnedKey } from '../../../../lib/ledger/balances.ts';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { utcDay } from '../../../../lib/text/times.ts';
import { Findings } from '../../sql/findings.ts';
import { checkBelonging } from './check-belonging.ts';
import { checkCalls, type CallTotals } from './check-calls.ts';
import { checkEntries, type EntryTotals } from './check-entries.ts';
import { readInChunks } from './read-in-chunks.ts';

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

type PurseRow = [
  key: number,
  id: string,
  posted: number,
  pending: number,
  useCalls: number | null,
  useCredits: number | null,
  grantedDay: string | null,
];

type PurseTotals = Omit<CallTotals, 'spent'> & Pick<EntryTotals, 'posted' | 'allowedAt'>;

/** Checks the figures of each purse against its entries, holds and calls, and that no balance is negative. */
function checkPurses(database: Database, totals: PurseTotals, findings: Findings): void {
  const unknown = new Set([...totals.posted.keys(), ...totals.pending.keys(), ...totals.calls.keys()]);
  for (const rows of readInChunks(preparePurses(database))) {
    for (const row of rows) {
      unknown.delete(row[0]);
      checkPurse(row, totals, findings);
    }
  }
  for (const key of unknown)
    findings.add(
      'purses that are not there',
      `There are entries or calls of purse ${key}, which does not exist.`,
    );
}

function preparePurses(database: Database) {
  return database
    .prepare<[number, number], PurseRow>(
      `SELECT p.key, p.id, p.posted, p.pending, sum(u.calls), sum(u.credits), p.grantedDay
         FROM Purse p LEFT JOIN DailyUse u ON u.purseKey = p.key
        WHERE p.key > ? GROUP BY p.key ORDER BY p.key LIMIT ?`,
    )
    .raw();
}

function checkPurse(
  [key, id, posted, pending, useCalls, useCredits, grantedDay]: PurseRow,
  totals: PurseTotals,
  findings: Findings,
): void {
  const compare = (what: string, kept: number, counted: number) => {
    if (kept !== counted)
      findings.add(
        `purses with a wrong number`,
        `The purse ${id} has ${kept} ${what}, and they add up to ${counted}.`,
      );
  };
  compare('credits posted', posted, totals.posted.get(key) ?? 0);
  compare('credits held', pending, totals.pending.get(key) ?? 0);
  compare('calls in its daily use', useCalls ?? 0, totals.calls.get(key) ?? 0);
  compare('credits in its daily use', useCredits ?? 0, totals.credits.get(key) ?? 0);
  if (key > earnedKey && posted < pending)
    findings.add('purses that owe', `The purse ${id} holds ${pending} credits but has only ${posted}.`);
  const allowedAt = totals.allowedAt.get(key);
  if (key > earnedKey && allowedAt !== undefined && !((grantedDay ?? '') >= utcDay(allowedAt)))
    findings.add(
      'purses with a wrong allowance day',
      `The purse ${id} got the allowance of ${utcDay(allowedAt)} but has the day ${grantedDay}.`,
    );
}

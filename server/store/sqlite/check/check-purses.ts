import type { Database } from 'better-sqlite3';
import type { CallTotals } from './check-calls.ts';
import type { EntryTotals } from './check-entries.ts';
import type { Findings } from '../../sql/findings.ts';
import { earnedKey } from '../../sql/portal-purses.ts';
import { readInChunks } from './read-in-chunks.ts';
import { utcDay } from '../../../../lib/text/utc-day.ts';

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
export function checkPurses(database: Database, totals: PurseTotals, findings: Findings): void {
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

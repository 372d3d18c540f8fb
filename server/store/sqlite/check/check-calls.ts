import type { Database } from 'better-sqlite3';
import type { EntryTotals } from './check-entries.ts';
import type { Findings } from '../../sql/findings.ts';
import type { Payment } from '../ledger/payments.ts';
import { readInChunks } from './read-in-chunks.ts';
import { utcDay } from '../../../../lib/text/times.ts';

/** Column indexes. Rows are arrays, because objects would be too slow for millions of calls. */
export const at = {
  key: 0,
  purseKey: 1,
  apiKeyKey: 2,
  state: 3,
  quoted: 4,
  charged: 5,
  startedAt: 6,
  settledAt: 7,
} as const;

export const callColumns = Object.keys(at);

export type CallRow = [
  key: number,
  purseKey: number,
  apiKeyKey: number | null,
  state: number,
  quoted: number,
  charged: number,
  startedAt: number,
  settledAt: number | null,
];

export interface CallTotals {
  /** By purse: the sum of open holds; number and cost of resolved calls. */
  pending: Map<number, number>;
  calls: Map<number, number>;
  credits: Map<number, number>;
  /** By `key period` of KeySpend, for capped keys. */
  spent: Map<string, number>;
}

/** Reads all calls and checks that each was charged according to its entries, and no more than its hold. */
export function checkCalls(database: Database, entries: EntryTotals, findings: Findings): CallTotals {
  const totals: CallTotals = { pending: new Map(), calls: new Map(), credits: new Map(), spent: new Map() };
  const capped = cappedKeys(database);
  const firstOpen = firstOpenCall(database, findings);
  let charges = 0;
  for (const rows of readInChunks(prepareCalls(database))) {
    for (const row of rows) {
      const [key, purseKey, apiKeyKey, state, quoted, charged, startedAt] = row;
      checkCall(row, findings);
      if (state === 0) {
        add(totals.pending, purseKey, quoted);
        if (key < firstOpen)
          findings.add(
            'calls that a start overlooks',
            `Call ${key} is open, but a start looks only at later calls.`,
          );
      } else {
        add(totals.calls, purseKey, 1);
        add(totals.credits, purseKey, charged);
      }
      const day = utcDay(startedAt);
      if (apiKeyKey !== null && capped.has(apiKeyKey))
        for (const period of spendingPeriods(day))
          add(totals.spent, `${apiKeyKey} ${period}`, state === 0 ? quoted : charged);
      checkPayment(row, paymentOf(key, entries), entries.refunded.get(key) ?? 0, findings);
      charges += entries.charges[key] ?? 0;
    }
  }
  if (charges !== entries.chargeCount)
    findings.add('sums', `Of ${entries.chargeCount} charges, only ${charges} belong to an existing call.`);
  return totals;
}

function prepareCalls(database: Database) {
  return database
    .prepare<[number, number], CallRow>(
      `SELECT ${callColumns.join(', ')} FROM Call WHERE key > ? ORDER BY key LIMIT ?`,
    )
    .raw();
}

/** The key from which a start looks for open calls. Files of an older version have an index instead. */
function firstOpenCall(database: Database, findings: Findings): number {
  if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'FirstOpenCall'").get()) return 0;
  const key = database.prepare<[], number>('SELECT key FROM FirstOpenCall').pluck().get();
  if (key === undefined)
    findings.add('missing starting points', 'The starting point for open calls is missing.');
  return key ?? 0;
}

export function cappedKeys(database: Database): Set<number> {
  const keys = database
    .prepare<[], number>('SELECT key FROM ApiKey WHERE coalesce(capDay, capMonth, capTotal) IS NOT NULL')
    .pluck();
  return new Set(keys.all());
}

function add<Key>(totals: Map<Key, number>, key: Key, amount: number): void {
  totals.set(key, (totals.get(key) ?? 0) + amount);
}

export function spendingPeriods(day: string): string[] {
  return [day, day.slice(0, 7), 'all'];
}

function paymentOf(key: number, { charges, paid, payers, paidAt }: EntryTotals): Payment {
  return {
    count: charges[key] ?? 0,
    paid: paid[key] ?? 0,
    payer: payers[key] ?? null,
    paidAt: paidAt[key] ?? null,
  };
}

export function checkCall(row: CallRow | readonly [...CallRow, ...unknown[]], findings: Findings): void {
  const key = row[at.key];
  const state = row[at.state];
  const quoted = row[at.quoted];
  const charged = row[at.charged];
  const settledAt = row[at.settledAt];
  if (![0, 1, 2, 3].includes(state))
    findings.add('calls with an unknown state', `Call ${key} has the unknown state ${state}.`);
  if (!Number.isSafeInteger(quoted) || !(charged >= 0 && charged <= quoted))
    findings.add(
      'calls charged above their quote',
      `Call ${key} was charged ${charged} with a quote of ${quoted}.`,
    );
  if (state !== 1 && charged !== 0)
    findings.add('unsettled calls with a charge', `Call ${key} was not settled but is charged ${charged}.`);
  if ((state === 0) !== (settledAt === null))
    findings.add(
      'calls without their end',
      `Call ${key} is in the state ${state}, and its end is ${settledAt}.`,
    );
}

export function checkPayment(
  row: CallRow | readonly [...CallRow, ...unknown[]],
  { count, paid, payer, paidAt }: Payment,
  refunded: number,
  findings: Findings,
): void {
  const key = row[at.key];
  const charged = row[at.charged];
  if (count > 1) findings.add('calls charged twice', `Call ${key} has ${count} charges.`);
  else if (paid !== charged)
    findings.add('calls that paid another amount', `Call ${key} was charged ${charged}, and paid ${paid}.`);
  else if (count > 0 && paidAt !== row[at.settledAt])
    findings.add('calls that paid at another time', `Call ${key} did not pay when it ended.`);
  if (count > 0 && payer !== row[at.purseKey])
    findings.add('calls paid by another purse', `Call ${key} was paid from another purse.`);
  if (refunded > charged)
    findings.add(
      'calls with too many refunds',
      `Call ${key} was charged ${charged}, but ${refunded} were refunded.`,
    );
}

import type { Database } from 'better-sqlite3';
import type { Findings } from './findings.ts';
import { earnedKey, issuedKey } from './portal-purses.ts';
import { readInChunks } from './read-in-chunks.ts';

type EntryRow = [
  key: number,
  transfer: number,
  purseKey: number,
  amount: number,
  kind: string,
  callKey: number | null,
];

export interface EntryTotals {
  /** By purse. */
  posted: Map<number, number>;
  /** By call: how many transfers charge it, what they take, and from which purse. */
  charges: Uint8Array;
  paid: Float64Array;
  payers: Float64Array;
  chargeCount: number;
  /** What was given back for a call; few are. */
  refunded: Map<number, number>;
}

interface Transfer {
  number: number;
  kind: string;
  entries: number;
  sum: number;
  to: number;
  callKey: number | null;
}

/** Reads all entries, and looks whether each transfer takes from one purse what it gives to another. */
export function checkEntries(database: Database, findings: Findings): EntryTotals {
  const totals = emptyTotals(database);
  let transfer: Transfer | undefined;
  let sum = 0;
  const close = () => transfer && checkTransfer(transfer, findings);
  for (const rows of readInChunks(prepareEntries(database))) {
    for (const [, number, purseKey, amount, kind, callKey] of rows) {
      sum += amount;
      totals.posted.set(purseKey, (totals.posted.get(purseKey) ?? 0) + amount);
      if (transfer?.number !== number) {
        close();
        transfer = { number, kind, entries: 0, sum: 0, to: purseKey, callKey };
        if (kind === 'charge') countCharge(totals, callKey ?? -1, purseKey, -amount);
        if (kind === 'refund' && callKey !== null)
          totals.refunded.set(callKey, (totals.refunded.get(callKey) ?? 0) - amount);
      }
      if (kind !== transfer.kind || callKey !== transfer.callKey)
        findings.add('transfers of two kinds', `The entries of transfer ${number} are of two kinds.`);
      transfer.entries += 1;
      transfer.sum += amount;
      transfer.to = purseKey;
    }
  }
  close();
  if (sum !== 0) findings.add('sums', `All entries add up to ${sum}, and not to 0.`);
  return totals;
}

function emptyTotals(database: Database): EntryTotals {
  const calls = database.prepare<[], number>('SELECT coalesce(max(key), 0) + 1 FROM Call').pluck().get() ?? 1;
  return {
    posted: new Map([
      [issuedKey, 0],
      [earnedKey, 0],
    ]),
    charges: new Uint8Array(calls),
    paid: new Float64Array(calls),
    payers: new Float64Array(calls),
    chargeCount: 0,
    refunded: new Map(),
  };
}

function prepareEntries(database: Database) {
  return database
    .prepare<[number, number], EntryRow>(
      'SELECT key, transfer, purseKey, amount, kind, callKey FROM Entry WHERE key > ? ORDER BY key LIMIT ?',
    )
    .raw();
}

/** What names a call that is not there is found by its count: an array ignores what lies outside of it. */
function countCharge(totals: EntryTotals, callKey: number, purseKey: number, credits: number): void {
  const { charges, paid, payers } = totals;
  totals.chargeCount += 1;
  charges[callKey] = Math.min(255, (charges[callKey] ?? 0) + 1);
  paid[callKey] = (paid[callKey] ?? 0) + credits;
  payers[callKey] = purseKey;
}

function checkTransfer({ number, kind, entries, sum, to }: Transfer, findings: Findings): void {
  if (sum !== 0)
    findings.add(
      'transfers that do not add up',
      `The entries of transfer ${number} add up to ${sum}, and not to 0.`,
    );
  if (entries !== 2)
    findings.add(
      'transfers that are not of two entries',
      `Transfer ${number} has ${entries} entries, and not two.`,
    );
  if (kind === 'charge' && to !== earnedKey)
    findings.add('charges to another purse', `Transfer ${number} is a charge that does not go to "earned".`);
}

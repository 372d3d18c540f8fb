import { earnedKey, issuedKey } from '../../../../lib/ledger/balances.ts';
import type { Database } from 'better-sqlite3';
import type { Findings } from '../../sql/findings.ts';
import { readInChunks } from './read-in-chunks.ts';

export type EntryRow = [
  key: number,
  transfer: number,
  purseKey: number,
  amount: number,
  kind: string,
  at: number,
  callKey: number | null,
  reason: string | null,
];

export const entryColumns = 'key, transfer, purseKey, amount, kind, at, callKey, reason';

export interface EntrySums {
  posted: Map<number, number>;
  /** Refunds by call; they are few. */
  refunded: Map<number, number>;
  /** By purse: the time of its last allowance. */
  allowedAt: Map<number, number>;
  /** Called for each transfer that charges a call. */
  charge(callKey: number, purseKey: number, credits: number, at: number): void;
}

export interface EntryTotals extends EntrySums {
  /** By call: number of charging transfers, their amount, and their purse. */
  charges: Uint8Array;
  paid: Float64Array;
  payers: Float64Array;
  chargeCount: number;
  /** By call: the time of its payment. */
  paidAt: Float64Array;
}

interface Transfer {
  number: number;
  kind: string;
  entries: number;
  sum: number;
  from: number;
  to: number;
  at: number;
  callKey: number | null;
  reason: string | null;
}

/** Reads all entries and checks that each transfer adds up to zero. */
export function checkEntries(database: Database, findings: Findings): EntryTotals {
  const totals = emptyTotals(database);
  const sum = checkEntryRows(readInChunks(prepareEntries(database)), totals, findings);
  if (sum !== 0) findings.add('sums', `All entries add up to ${sum} instead of 0.`);
  return totals;
}

/** The same for some entries of complete transfers. Returns their sums. */
export function checkEntryRows(chunks: Iterable<EntryRow[]>, totals: EntrySums, findings: Findings): number {
  let transfer: Transfer | undefined;
  let sum = 0;
  const close = () => transfer && checkTransfer(transfer, findings);
  for (const rows of chunks) {
    for (const [key, number, purseKey, amount, kind, at, callKey, reason] of rows) {
      sum += amount;
      totals.posted.set(purseKey, (totals.posted.get(purseKey) ?? 0) + amount);
      if (transfer?.number !== number) {
        close();
        transfer = { number, kind, entries: 0, sum: 0, from: purseKey, to: purseKey, at, callKey, reason };
        if (kind === 'charge') totals.charge(callKey ?? -1, purseKey, -amount, at);
        if (kind === 'refund' && callKey !== null)
          totals.refunded.set(callKey, (totals.refunded.get(callKey) ?? 0) - amount);
      }
      if (kind !== transfer.kind || callKey !== transfer.callKey)
        findings.add('transfers of two kinds', `The entries of transfer ${number} are of two kinds.`);
      if (at !== transfer.at || reason !== transfer.reason)
        findings.add(
          'transfers with different times or reasons',
          `The entries of transfer ${number} have different times or reasons.`,
        );
      if (key !== number + transfer.entries)
        findings.add('entries out of order', `The entry ${key} of transfer ${number} has another's number.`);
      if (kind === 'allowance') totals.allowedAt.set(purseKey, at);
      transfer.entries += 1;
      transfer.sum += amount;
      transfer.to = purseKey;
    }
  }
  close();
  return sum;
}

function emptyTotals(database: Database): EntryTotals {
  const calls = database.prepare<[], number>('SELECT coalesce(max(key), 0) + 1 FROM Call').pluck().get() ?? 1;
  const totals: EntryTotals = {
    posted: new Map([
      [issuedKey, 0],
      [earnedKey, 0],
    ]),
    charges: new Uint8Array(calls),
    paid: new Float64Array(calls),
    payers: new Float64Array(calls),
    paidAt: new Float64Array(calls),
    chargeCount: 0,
    refunded: new Map(),
    allowedAt: new Map(),
    charge: (...charge) => countCharge(totals, ...charge),
  };
  return totals;
}

function prepareEntries(database: Database) {
  return database
    .prepare<[number, number], EntryRow>(
      `SELECT ${entryColumns} FROM Entry WHERE key > ? ORDER BY key LIMIT ?`,
    )
    .raw();
}

/** An array ignores indexes outside its range, so charges of missing calls are found by their count. */
function countCharge(
  totals: EntryTotals,
  callKey: number,
  purseKey: number,
  credits: number,
  at: number,
): void {
  const { charges, paid, payers, paidAt } = totals;
  totals.chargeCount += 1;
  charges[callKey] = Math.min(255, (charges[callKey] ?? 0) + 1);
  paid[callKey] = (paid[callKey] ?? 0) + credits;
  payers[callKey] = purseKey;
  paidAt[callKey] = at;
}

/** The paying purse for each kind of transfer. Charges are paid by the caller. */
const sources = new Map([
  ['allowance', issuedKey],
  ['grant', issuedKey],
  ['correction', issuedKey],
  ['refund', earnedKey],
  ['charge', undefined],
]);

function checkTransfer({ number, kind, entries, sum, from, to }: Transfer, findings: Findings): void {
  if (sum !== 0)
    findings.add(
      'transfers that do not add up',
      `The entries of transfer ${number} add up to ${sum} instead of 0.`,
    );
  if (entries !== 2)
    findings.add(
      'transfers that are not of two entries',
      `Transfer ${number} has ${entries} entries instead of two.`,
    );
  if (kind === 'charge' && to !== earnedKey)
    findings.add('charges to another purse', `Transfer ${number} is a charge that does not go to "earned".`);
  if (!sources.has(kind))
    findings.add('transfers of an unknown kind', `Transfer ${number} has the unknown kind "${kind}".`);
  else if (from !== (sources.get(kind) ?? from))
    findings.add('transfers from a wrong purse', `Transfer ${number} is a ${kind} from the wrong purse.`);
}

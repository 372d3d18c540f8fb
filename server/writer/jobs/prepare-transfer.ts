import type { Database } from 'better-sqlite3';
import type { LedgerEntry } from '../../ledger/ledger.ts';

export interface Transfer {
  from: number;
  to: number;
  credits: number;
  kind: LedgerEntry['kind'];
  nowMs: number;
  callKey: number | null;
  reason: string | null;
}

/** Writes the two entries of a transfer. What the purses hold is the caller's to write, in the same job. */
export function prepareTransfer(database: Database): (transfer: Transfer) => void {
  const nextKey = database.prepare<[], number>('SELECT coalesce(max(key), 0) + 1 FROM Entry').pluck();
  const add = database.prepare(
    `INSERT INTO Entry (key, transfer, purseKey, amount, kind, at, callKey, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return ({ from, to, credits, kind, nowMs, callKey, reason }) => {
    const key = nextKey.get() ?? 1;
    add.run(key, key, from, -credits, kind, nowMs, callKey, reason);
    add.run(key + 1, key, to, credits, kind, nowMs, callKey, reason);
  };
}

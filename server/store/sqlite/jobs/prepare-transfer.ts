import type { Database } from 'better-sqlite3';
import type { LedgerEntry } from '../../ledger.ts';

export interface Transfer {
  from: number;
  to: number;
  credits: number;
  kind: LedgerEntry['kind'];
  nowMs: number;
  callKey: number | null;
  reason: string | null;
}

/** Writes the two entries of a transfer. The caller updates the purses in the same job. */
export function prepareTransfer(database: Database): (transfer: Transfer) => void {
  const into = 'INSERT INTO Entry (transfer, purseKey, amount, kind, at, callKey, reason)';
  const begin = database.prepare(
    `${into} VALUES ((SELECT coalesce(max(key), 0) + 1 FROM Entry), ?, ?, ?, ?, ?, ?)`,
  );
  const end = database.prepare(`${into} VALUES (?, ?, ?, ?, ?, ?, ?)`);
  return ({ from, to, credits, kind, nowMs, callKey, reason }) => {
    const { lastInsertRowid: first } = begin.run(from, -credits, kind, nowMs, callKey, reason);
    end.run(first, to, credits, kind, nowMs, callKey, reason);
  };
}

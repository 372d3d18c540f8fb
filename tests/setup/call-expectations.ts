import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect } from 'vitest';
import { checkLedger } from '../../server/store/sqlite/check/check-ledger.ts';
import type { CallReply } from './send-call.ts';

/** An answer in problem+json with that status and code, of a call that cost nothing. */
export function expectRefused(reply: CallReply, status: number, code: string): void {
  expect([reply.status, reply.json]).toMatchObject([
    status,
    { status, code, type: `/problems/${code}`, title: expect.any(String), requestId: expect.any(String) },
  ]);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/problem+json',
    'farebox-call-id': expect.stringMatching(/^call_[0-9a-z]{26}$/),
    'farebox-credits-charged': '0',
  });
}

/** Success, and what it cost. */
export function expectCharged(reply: CallReply, credits: number): void {
  expect([reply.status, reply.text.slice(0, 1_000), reply.charged]).toEqual([
    200,
    expect.any(String),
    credits,
  ]);
}

export interface CallRow {
  id: string;
  state: number;
  quoted: number;
  charged: number;
}

/** How a call stands in the ledger. */
export function callRow(dataFolder: string, callId: string): CallRow | undefined {
  return withLedgerFile(dataFolder, (database) =>
    database
      .prepare<[string], CallRow>('SELECT id, state, quoted, charged FROM Call WHERE id = ?')
      .get(callId),
  );
}

/** The calls that a purse paid for or was to pay for, the first one first. */
export function callsOf(dataFolder: string, purseId: string): CallRow[] {
  return withLedgerFile(dataFolder, (database) =>
    database
      .prepare<[string], CallRow>(
        `SELECT id, state, quoted, charged FROM Call
          WHERE purseKey = (SELECT key FROM Purse WHERE id = ?) ORDER BY key`,
      )
      .all(purseId),
  );
}

/** States of a call that has no hold any more are above that of one that is under way. */
export async function untilResolved(dataFolder: string, callId: string): Promise<CallRow> {
  const row = await expect
    .poll(() => callRow(dataFolder, callId), { interval: 20 })
    .toSatisfy((found: CallRow | undefined) => found !== undefined && found.state !== 0)
    .then(() => callRow(dataFolder, callId));
  if (!row) throw new Error(`There is no call ${callId}.`);
  return row;
}

/** Every invariant holds, and nothing is held any more. */
export function expectSoundLedger(dataFolder: string): void {
  expect(checkLedger(join(dataFolder, 'farebox.db'))).toEqual([]);
  expect(heldCredits(dataFolder)).toEqual({ holds: 0, pending: 0 });
}

function heldCredits(dataFolder: string): unknown {
  return withLedgerFile(dataFolder, (database) =>
    database
      .prepare(
        `SELECT (SELECT count(*) FROM Call WHERE state = 0) AS holds,
                (SELECT coalesce(sum(abs(pending)), 0) FROM Purse) AS pending`,
      )
      .get(),
  );
}

function withLedgerFile<Result>(
  dataFolder: string,
  read: (database: SqliteDatabase.Database) => Result,
): Result {
  const database = new SqliteDatabase(join(dataFolder, 'farebox.db'), { readonly: true, timeout: 10_000 });
  try {
    return read(database);
  } finally {
    database.close();
  }
}

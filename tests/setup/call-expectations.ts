import { join } from 'node:path';
import { expect } from 'vitest';
import { checkLedger as checkPostgresLedger } from '../../server/store/postgres/ledger/check-ledger.ts';
import { checkLedger } from '../../server/store/sqlite/check/check-ledger.ts';
import { placeOf } from './data-place.ts';
import { readRows, withPool } from './rows.ts';
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
export async function callRow(dataFolder: string, callId: string): Promise<CallRow | undefined> {
  const [row] = await readRows<CallRow>(
    dataFolder,
    'SELECT "id", "state", "quoted", "charged" FROM "Call" WHERE "id" = ?',
    callId,
  );
  return row;
}

/** The calls that a purse paid for or was to pay for, the first one first. */
export function callsOf(dataFolder: string, purseId: string): Promise<CallRow[]> {
  return readRows(
    dataFolder,
    `SELECT "id", "state", "quoted", "charged" FROM "Call"
      WHERE "purseKey" = (SELECT "key" FROM "Purse" WHERE "id" = ?) ORDER BY "key"`,
    purseId,
  );
}

/** States of a call that has no hold any more are above that of one that is under way. */
export async function untilResolved(dataFolder: string, callId: string): Promise<CallRow> {
  let row: CallRow | undefined;
  const find = async () => {
    row = await callRow(dataFolder, callId);
    return row;
  };
  await expect
    .poll(find, { interval: 20 })
    .toSatisfy((found: CallRow | undefined) => found !== undefined && found.state !== 0);
  if (!row) throw new Error(`There is no call ${callId}.`);
  return row;
}

/** Every invariant holds, and nothing is held any more. */
export async function expectSoundLedger(dataFolder: string): Promise<void> {
  const { databaseUrl } = placeOf(dataFolder);
  expect(
    databaseUrl === undefined
      ? checkLedger(join(dataFolder, 'farebox.db'))
      : await withPool(databaseUrl, (pool) => checkPostgresLedger(pool)),
  ).toEqual([]);
  const held = await readRows(
    dataFolder,
    `SELECT (SELECT count(*) FROM "Call" WHERE "state" = 0) AS "holds",
            (SELECT coalesce(sum(abs("pending")), 0) FROM "Purse") AS "pending"`,
  );
  expect(held).toEqual([{ holds: 0, pending: 0 }]);
}

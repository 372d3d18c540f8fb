import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ledger } from '../../../server/store/ledger.ts';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { checkLedger } from '../../../server/store/postgres/ledger/check-ledger.ts';
import { openLedgerBatches } from '../../../server/store/postgres/ledger/ledger-batches.ts';
import { postgresLedger } from '../../../server/store/postgres/ledger/postgres-ledger.ts';
import { runSteps, runTransaction } from '../../../server/store/postgres/run-steps.ts';
import { startPostgresWriter } from '../../../server/store/postgres/postgres-writer.ts';
import { grantCredits } from '../../../server/store/sql/transfer.ts';
import type { Writer } from '../../../server/store/writer.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';
import { addMember } from '../../setup/add-member.ts';

/** The hourly check of the ledger in PostgreSQL, which reads what is new. */
let pool: pg.Pool;
let writer: Writer;
let ledger: Ledger;
let apiKeyKey: number;
let memberKey: number;
const nowMs = Date.now();
const slowGrant = { credits: 10, kind: 'grant', reason: 'slow', nowMs } as const;
beforeAll(async () => {
  const url = await makePostgresDatabase();
  pool = openConnections(url, 6);
  writer = await startPostgresWriter(url, await openLedgerBatches(pool));
  ledger = postgresLedger(pool, writer);
  await writer.run('create-account', { id: 'acc_a', name: 'A', now: nowMs, credits: 1_000 });
  const words = {
    id: 'key_a',
    accountId: 'acc_a',
    name: '',
    hash: 'a',
    hint: '',
    operator: false,
    now: nowMs,
  };
  await writer.run('create-key', { ...words, expiresAt: null, capDay: 900, capMonth: null, capTotal: null });
  await writer.run('cap-account', { accountId: 'acc_a', caps: { capDay: 950 }, reason: 'Agreed' });
  memberKey = (await runTransaction(pool, () => addMember('acc_a', 'owner'))).key;
  apiKeyKey = Number(await value('SELECT "key" FROM "ApiKey"'));
});
afterAll(async () => {
  expect(await checkLedger(pool)).toEqual([]);
  await writer.close();
  await pool.end();
});

async function value(sql: string): Promise<unknown> {
  const { rows } = await pool.query<{ value: unknown }>(`SELECT (${sql}) AS value`);
  return rows[0]?.value;
}

let made = 0;

async function hold(credits: number): Promise<number> {
  const held = await ledger.hold({
    callId: `call_${++made}`,
    purse: { id: 'acc_a', allowance: null, nowMs },
    owner: 'acc_a',
    apiKeyKey,
    memberKey,
    productKey: 1,
    versionKey: 1,
    credits,
    inputHash: 'hash',
    input: null,
    idempotency: null,
  });
  if (held.outcome !== 'held') throw new Error(held.outcome);
  return held.callKey;
}

async function call(credits: number): Promise<number> {
  const callKey = await hold(credits);
  await ledger.settle({ callKey, charged: credits, nowMs, ending: {}, answer: null });
  return callKey;
}

/** Whether the check ended with what was new, and the next one begins after it. */
const isPassed = () =>
  value(`SELECT "checkedEntry" = (SELECT max("key") FROM "Entry")
            AND "checkedCall" = (SELECT max("key") FROM "Call") FROM "LedgerProgress"`);

async function expectRight(): Promise<void> {
  expect(await ledger.check()).toEqual([]);
  expect(await isPassed()).toBe(true);
}

/** A check waits once it has seen the greatest keys. On a connection of its own, which shows the queries of the others. */
async function untilCheckWaits(): Promise<void> {
  const client = await pool.connect();
  const waits = async () => {
    const { rows } = await client.query<{ waits: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
         AND query LIKE 'SELECT pg_snapshot_xmin%') AS waits`,
    );
    return rows[0]?.waits;
  };
  await expect.poll(waits).toBe(true);
  client.release();
}

test('a check reads what is new, and what is left open is checked when it has ended', async () => {
  await call(5);
  const open = await hold(7);
  await call(3);
  await expectRight();
  await call(2);
  await expectRight();
  expect(await value('SELECT count(*) FROM "CheckedOpen"')).toBe(1);
  await ledger.settle({ callKey: open, charged: 6, nowMs, ending: {}, answer: null });
  await expectRight();
  expect(await value('SELECT count(*) FROM "CheckedOpen"')).toBe(0);
  // Nothing is new.
  await expectRight();
});

test('a fault in what is new is told every time, until it is mended', async () => {
  const callKey = await call(9);
  await pool.query(`UPDATE "Call" SET "charged" = 8 WHERE "key" = ${callKey}`);
  const found = expect.arrayContaining([`Call ${callKey} was charged 8, and paid 9.`]);
  expect(await ledger.check()).toEqual(found);
  expect(await isPassed()).toBe(false);
  expect(await ledger.check()).toEqual(found);
  await pool.query(`UPDATE "Call" SET "charged" = 9 WHERE "key" = ${callKey}`);
  await expectRight();
});

test.each(
  // biome-ignore format: a table
  [
    ['a purse', `UPDATE "Purse" SET "posted" = "posted" + CHANGE WHERE "id" = 'acc_a'`, 'The purse acc_a has'],
    ['what was earned', `UPDATE "Purse" SET "posted" = "posted" + CHANGE WHERE "key" = 2`, 'The purse earned has'],
    ['a hold', `UPDATE "Purse" SET "pending" = "pending" + CHANGE WHERE "id" = 'acc_a'`, 'The purse acc_a has'],
    ['a key', 'UPDATE "KeySpend" SET "credits" = "credits" + CHANGE', 'The key key_a has spent'],
    ['a member', 'UPDATE "MemberSpend" SET "credits" = "credits" + CHANGE', "does not match the member's calls"],
    ['an account', `UPDATE "AccountSpend" SET "credits" = "credits" + CHANGE WHERE "period" = 'all'`, 'in all does not match the calls of its account.'],
    ['a day', 'UPDATE "DailyUse" SET "calls" = "calls" + CHANGE', 'The daily use of purse'],
    ['another member', 'UPDATE "DailyUse" SET "memberKey" = "memberKey" + CHANGE', 'The daily use of purse'],
    ['another key', 'UPDATE "DailyUse" SET "apiKeyKey" = "apiKeyKey" + CHANGE', 'The daily use of purse'],
  ],
)('a wrong sum of %s is found', async (_what, sql, sentence) => {
  await call(1);
  await pool.query(sql.replace('CHANGE', '1'));
  expect((await ledger.check()).join('\n')).toContain(sentence);
  await pool.query(sql.replace('CHANGE', '-1'));
  await expectRight();
});

test('what was checked is not read again, but by a check of everything', async () => {
  const callKey = await call(4);
  await expectRight();
  await pool.query(`UPDATE "Call" SET "settledAt" = "settledAt" + interval '1 s' WHERE "key" = ${callKey}`);
  await call(1);
  await expectRight();
  expect(await checkLedger(pool)).toEqual([`Call ${callKey} did not pay when it ended.`]);
  await pool.query(`UPDATE "Call" SET "settledAt" = "settledAt" - interval '1 s' WHERE "key" = ${callKey}`);
});

test('an entry that becomes visible after those with greater keys is not passed by', async () => {
  const slow = await pool.connect();
  await slow.query('BEGIN');
  await runSteps(slow, grantCredits({ ...slowGrant, purseId: 'acc_a' }));
  await writer.run('create-account', { id: 'acc_b', name: 'B', now: nowMs, credits: 20 });
  const checking = ledger.check();
  await untilCheckWaits();
  await slow.query('COMMIT');
  slow.release();
  expect(await checking).toEqual([]);
  await expectRight();
});

test('a call that ends while the check waits for others is not missed by the next one', async () => {
  await call(1);
  await expectRight();
  const open = await hold(3);
  await call(1);
  await writer.run('create-account', { id: 'acc_c', name: 'C', now: nowMs, credits: 0 });
  const slow = await pool.connect();
  await slow.query('BEGIN');
  await runSteps(slow, grantCredits({ ...slowGrant, purseId: 'acc_c' }));
  const checking = ledger.check();
  await untilCheckWaits();
  await ledger.settle({ callKey: open, charged: 3, nowMs, ending: {}, answer: null });
  await slow.query('COMMIT');
  slow.release();
  expect(await checking).toEqual([]);
  await call(1);
  await expectRight();
});

test('wrong sums of what was checked are counted anew', async () => {
  await expectRight();
  await pool.query('UPDATE "CheckedPurse" SET "posted" = "posted" + 1');
  expect(await ledger.check()).toEqual([]);
  expect(await isPassed()).toBe(false);
  await expectRight();
});

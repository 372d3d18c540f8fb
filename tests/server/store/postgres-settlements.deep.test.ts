import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { maxKeptBytes } from '../../../lib/ledger/earlier-call.ts';
import type { Hold, Ledger } from '../../../server/store/ledger.ts';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { checkLedger } from '../../../server/store/postgres/ledger/check-ledger.ts';
import { openLedgerBatches } from '../../../server/store/postgres/ledger/ledger-batches.ts';
import { postgresLedger } from '../../../server/store/postgres/ledger/postgres-ledger.ts';
import { startPostgresWriter } from '../../../server/store/postgres/postgres-writer.ts';
import type { Writer } from '../../../server/store/writer.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';

const now = Date.now();
const purseId = 'acc_1';
const answer = { status: 200, headers: {}, body: Uint8Array.from([1, 2, 3]) };
let admin: pg.Pool;
let pool: pg.Pool;
let writer: Writer;
let ledger: Ledger;
let apiKeyKey = 0;
let made = 0;

beforeAll(async () => {
  const url = await makePostgresDatabase();
  admin = openConnections(url, 2);
  pool = openConnections(url, 4);
  writer = await startPostgresWriter(url, await openLedgerBatches(pool));
  ledger = postgresLedger(pool, writer);
  await writer.run('create-account', { id: purseId, name: 'a', now, credits: 1_000 });
  const key = { id: 'key_1', accountId: purseId, name: '', hash: 'h', hint: '', operator: false };
  const caps = { capDay: null, capMonth: null, capTotal: 500 };
  await writer.run('create-key', { ...key, ...caps, now, expiresAt: null });
  const { rows } = await admin.query<{ key: number }>('SELECT "key" FROM "ApiKey"');
  apiKeyKey = rows[0]?.key ?? 0;
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  expect(await checkLedger(admin)).toEqual([]);
  await writer.close();
  await Promise.all([pool.end(), admin.end()]);
});

async function hold(changes: Partial<Hold> = {}): Promise<number> {
  const result = await ledger.hold({
    ...{ callId: `call_${++made}`, purse: { id: purseId, allowance: null, nowMs: now }, owner: purseId },
    ...{ apiKeyKey: null, memberKey: null, productKey: 1, versionKey: 1, credits: 5, inputHash: 'hash' },
    ...{ input: null, idempotency: null, ...changes },
  });
  if (result.outcome !== 'held') throw new Error(result.outcome);
  return result.callKey;
}

const settle = (callKey: number, charged: number) =>
  ledger.settle({ callKey, charged, nowMs: now, ending: {}, answer });

/** How often statements of a batch are sent while something runs. */
async function tripsOf(run: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await run();
  return query.mock.calls.filter(([sent]) => 'handleCommandComplete' in Object(sent)).length;
}

test.each([
  ['whole', 5],
  ['partly', 3],
])('a call that is charged %s is settled in one trip', async (_, charged) => {
  const callKey = await hold({ apiKeyKey });
  const before = await ledger.balance({ id: purseId, allowance: null, nowMs: now });
  let balance: unknown;
  expect(await tripsOf(async () => (balance = await settle(callKey, charged)))).toBe(1);
  const { posted, pending } = before;
  const after = { posted: posted - charged, pending: pending - 5 };
  expect(balance).toEqual({ ...after, available: after.posted - after.pending });
  expect(balance).toEqual(await ledger.balance({ id: purseId, allowance: null, nowMs: now }));
});

test('calls of several purses and of one are settled together', async () => {
  await writer.run('create-account', { id: 'acc_2', name: 'b', now, credits: 1_000 });
  const other = { purse: { id: 'acc_2', allowance: null, nowMs: now }, owner: 'acc_2' };
  const calls = [await hold(), await hold(other), await hold()];
  expect(await tripsOf(() => Promise.all(calls.map((callKey) => settle(callKey, 2))))).toBe(1);
});

test('a response is not stored where another took the room for it since the hold', async () => {
  const callKey = await hold({ idempotency: { hash: 'once', fingerprint: 'f' } });
  const fill = (bytes: number) =>
    admin.query(`UPDATE "Purse" SET "keptBytes" = "keptBytes" + $1 WHERE "id" = $2`, [bytes, purseId]);
  await fill(maxKeptBytes.account);
  await settle(callKey, 5);
  await fill(-maxKeptBytes.account);
  const { rows } = await admin.query('SELECT "bytes", "body" FROM "IdempotentCall" WHERE "callKey" = $1', [
    callKey,
  ]);
  expect(rows).toEqual([{ bytes: 0, body: null }]);
});

test('credits go back to a sum that was made while the settlement waited for the purse', async () => {
  await writer.run('change-key', { id: 'key_1', accountId: purseId, changes: { capTotal: null } });
  const callKey = await hold({ apiKeyKey });
  const client = await admin.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM "Purse" WHERE "id" = $1 FOR NO KEY UPDATE', [purseId]);
  const settling = settle(callKey, 3);
  await expect
    .poll(async () => (await admin.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount)
    .toBe(1);
  // As the first cap of a key does.
  await client.query(`INSERT INTO "KeySpend" ("apiKeyKey", "period", "credits") VALUES ($1, 'all', 13)`, [
    apiKeyKey,
  ]);
  await client.query('COMMIT');
  client.release();
  await settling;
  const { rows } = await admin.query('SELECT "period", "credits" FROM "KeySpend"');
  expect(rows).toEqual([{ period: 'all', credits: 11 }]);
  await admin.query('DELETE FROM "KeySpend"');
});

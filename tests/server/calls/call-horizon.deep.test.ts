import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { callHorizon } from '../../../server/store/postgres/ledger/check-ledger.ts';
import { openLedgerBatches } from '../../../server/store/postgres/ledger/ledger-batches.ts';
import { startPostgresWriter } from '../../../server/store/postgres/postgres-writer.ts';
import { holdPayload } from '../../../server/store/sql/ledger-payloads.ts';
import type { Writer } from '../../../server/store/writer.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';

const nowMs = Date.now();
let pool: pg.Pool;
let writer: Writer;
let made = 0;

beforeEach(async () => {
  const url = await makePostgresDatabase();
  pool = openConnections(url, 4);
  writer = await startPostgresWriter(url, await openLedgerBatches(pool));
});
afterEach(async () => {
  await writer.close();
  await pool.end();
});

async function hold(): Promise<number> {
  const held = await writer.run(
    'hold',
    holdPayload({
      ...{ callId: `call_${++made}`, purse: { id: 'acc_a', allowance: null, nowMs }, owner: 'acc_a' },
      ...{ apiKeyKey: null, memberKey: null, productKey: 1, versionKey: 1, credits: 1 },
      ...{ inputHash: 'h', input: null, idempotency: null },
    }),
  );
  if (held.outcome !== 'held') throw new Error(held.outcome);
  return held.callKey;
}

test('a call is passed once every transaction that could have an earlier one has ended', async () => {
  await writer.run('create-account', { id: 'acc_a', name: 'a', now: nowMs, credits: 10 });
  const readHorizon = callHorizon(pool);
  const first = await hold();
  expect(await readHorizon()).toBeUndefined();
  // Transactions of other databases of the server are waited for, too.
  await expect.poll(readHorizon).toBe(first);
  const slow = await pool.connect();
  await slow.query('BEGIN; SELECT pg_current_xact_id()');
  const later = await hold();
  expect(await readHorizon()).toBe(first);
  for (let tries = 0; tries < 3; tries += 1) expect(await readHorizon()).toBeUndefined();
  await slow.query('COMMIT');
  slow.release();
  await expect.poll(readHorizon).toBe(later);
});

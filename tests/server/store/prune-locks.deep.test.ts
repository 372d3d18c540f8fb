import { expect, test } from 'vitest';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { pruneSome } from '../../../server/store/postgres/ledger/prune-ledger.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';

const dayMs = 24 * 60 * 60 * 1000;

test('pruning locks balances in the order of calls, so that neither undoes the other', async () => {
  const pool = openConnections(await makePostgresDatabase(), 3);
  await pool.query(`INSERT INTO "Purse" ("key", "id", "posted", "pending", "keptBytes")
    VALUES (10, 'acc_first', 0, 0, 5), (11, 'acc_second', 0, 0, 5)`);
  // The first call that is pruned is of the balance that calls lock last.
  await pool.query(`SET session_replication_role = replica;
    INSERT INTO "Call" ("key", "id", "purseKey", "productKey", "versionKey", "instanceKey", "state", "quoted", "charged", "startedAt", "inputHash")
      SELECT "timed_key"(n), 'call_' || n, 12 - n, 1, 1, 1, 1, 0, 0, now() AT TIME ZONE 'UTC', ''
        FROM generate_series(1, 2) n;
    INSERT INTO "IdempotentCall" ("callKey", "hash", "fingerprint", "bytes") SELECT "key", "id", '', 5 FROM "Call";
    SET session_replication_role = DEFAULT`);
  const calls = await pool.connect();
  await calls.query('BEGIN');
  const lock = (key: number) =>
    calls.query('SELECT 1 FROM "Purse" WHERE "key" = $1 FOR NO KEY UPDATE', [key]);
  await lock(10);
  const inEightDays = Date.now() + 8 * dayMs;
  const times = { nowMs: inEightDays, inputsBeforeMs: inEightDays - dayMs };
  const pruned = pruneSome(pool, { what: 'answers', ...times, afterKey: 0 });
  const waiting = async () =>
    (await pool.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).rowCount;
  await expect.poll(waiting).toBe(1);
  await lock(11);
  await calls.query('COMMIT');
  calls.release();
  expect(await pruned).toMatchObject({ deleted: 2 });
  const { rows } = await pool.query('SELECT "keptBytes"::integer AS bytes FROM "Purse" WHERE "key" > 9');
  expect(rows).toEqual([{ bytes: 0 }, { bytes: 0 }]);
  await pool.end();
});

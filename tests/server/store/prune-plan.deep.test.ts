import { expect, test } from 'vitest';
import { pruneSome } from '../../../server/store/postgres/ledger/prune-ledger.ts';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';

const inputs = 20_000;
const dayMs = 24 * 60 * 60 * 1000;

test.each(['inputs', 'free-inputs'] as const)('pruning %s reads no more than it takes', async (what) => {
  const pool = openConnections(await makePostgresDatabase(), 1);
  await pool.query(
    `INSERT INTO "CallInput" ("callKey", "input", "bytes")
       SELECT "first_key"(day::date) + n, '{}', 0
         FROM unnest(ARRAY[now() AT TIME ZONE 'UTC', now() AT TIME ZONE 'UTC' + interval '1 day']) day,
              generate_series(1, ${inputs / 2}) n`,
  );
  await pool.query('ANALYZE "CallInput"');
  const read = async () => {
    await pool.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await pool.query<{ count: number }>(
      `SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS count
         FROM pg_stat_user_tables WHERE relname LIKE 'CallInput%'`,
    );
    return rows[0]?.count ?? 0;
  };
  const before = await read();
  await pruneSome(pool, { what, nowMs: Date.now(), inputsBeforeMs: Date.now() - dayMs, afterKey: 0 });
  const after = await read();
  expect(after - before).toBeGreaterThan(0);
  expect(after - before).toBeLessThan(inputs / 10);
  await pool.end();
});

import { released } from '../../../lib/ledger/earlier-call.ts';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { runHolds } from '../../../server/store/postgres/ledger/run-holds.ts';
import { runSettlements } from '../../../server/store/postgres/ledger/run-settlements.ts';
import { runTransaction } from '../../../server/store/postgres/run-steps.ts';
import { grantCredits } from '../../../server/store/sql/transfer.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';

const callsOfBatch = 100;
const nothingElse = [null, null, null, null] as const;
let made = 0;

/** Calls that begin and end, all on one connection, so that they use the plans that the first of them made. */
function startCalls(client: pg.Pool) {
  let instance: number | undefined;
  return async (count: number): Promise<void> => {
    if (instance === undefined) {
      const sql = `INSERT INTO "Instance" ("name") VALUES ('a test') RETURNING "key"`;
      instance = (await client.query<{ key: number }>(sql)).rows[0]?.key ?? 0;
    }
    for (const end = made + count; made < end; ) {
      const now = Date.now();
      const calls = Array.from({ length: Math.min(callsOfBatch, end - made) }, () => `call_${(made += 1)}`);
      const held = await runHolds(
        client,
        instance,
        calls.map((id) => [id, 'acc_1', null, now, null, null, 1, 1, 1, 'hash', '{}', ...nothingElse]),
      );
      const keys = held.map((hold) => ('callKey' in hold ? hold.callKey : 0));
      const settled = await runSettlements(
        client,
        keys.map((key) => [key, released, 0, now, null, null, null, false]),
      );
      for (const settlement of settled) if (settlement instanceof Error) throw settlement;
    }
  };
}

/** What was read from the indexes of calls. */
async function indexUse(client: pg.Pool): Promise<{ rows: number; scansOfOwners: number }> {
  await client.query('SELECT pg_stat_force_next_flush()');
  await client.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ rows: number; scansOfOwners: number }>(
    `SELECT sum(idx_tup_read)::bigint AS "rows",
            (sum(idx_scan) FILTER (WHERE indexrelname LIKE '%owner%'))::bigint AS "scansOfOwners"
       FROM pg_stat_user_indexes WHERE relname LIKE 'Call\\_20%'`,
  );
  return rows[0] ?? { rows: 0, scansOfOwners: 0 };
}

test.each([0, 20, 500])(
  'a plan that was made when %d calls had been analyzed stays good when there are thousands',
  async (analyzed) => {
    const url = await makePostgresDatabase();
    const before = openConnections(url, 1);
    const grant = { purseId: 'acc_1', credits: 1_000_000, kind: 'grant', reason: 'test', nowMs: 0 } as const;
    await runTransaction(before, () => grantCredits(grant));
    await startCalls(before)(analyzed);
    await before.query('ANALYZE');
    await before.end();

    const client = openConnections(url, 1);
    const call = startCalls(client);
    await call(2_000);
    const first = await indexUse(client);
    await call(callsOfBatch);
    const last = await indexUse(client);
    const read = last.rows - first.rows;
    // Each call is read by its key some times. All calls would be twenty times as many.
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(10 * callsOfBatch);
    // It begins with owners: a search by key reads all of it.
    expect(last.scansOfOwners).toBe(0);
    await client.end();
  },
);

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaPg } from '@prisma/adapter-pg';
import SqliteDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';
import { PrismaClient as PostgresClient } from '../../../prisma/generated/postgresql/client.ts';
import { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { newCallId } from '../../../server/calls/call-id.ts';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { asPrismaClient } from '../../../server/store/postgres/database.ts';
import { runHolds } from '../../../server/store/postgres/ledger/run-holds.ts';
import { listAllCalls } from '../../../server/store/prisma/list-all-calls.ts';
import { makeDatabase } from '../../setup/make-database.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';

const now = Date.now();
const hourMs = 3_600_000;
/** Before and after the time that is asked for. */
const startedMs = [now - 3 * hourMs, now];
const log: [{ emit: 'event'; level: 'query' }] = [{ emit: 'event', level: 'query' }];

const isOfCalls = (query: string) => /FROM \S+[`"]Call[`"] /.test(query);

/** As the console does, with other filters and without. Each reads two ends, the end of a page, and the page. */
async function readAnHour(database: PrismaClient): Promise<void> {
  const times = { from: new Date(now - 2 * hourMs), to: new Date(now - hourMs) };
  for (const narrowed of [{}, { state: 0 }, { apiKeyKeys: [1], memberKeys: [1], productKeys: [1, 2] }]) {
    const filter = { owner: undefined, productKeys: undefined, state: undefined, ...times, ...narrowed };
    const page = await listAllCalls(database, filter, { before: undefined, most: 50 });
    expect(page).toEqual({ rows: [], next: null });
  }
}

test('SQLite finds the calls of a time in an index', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'farebox-plan-')), 'farebox.db');
  await makeDatabase(file);
  const rows = new SqliteDatabase(file);
  rows.pragma('foreign_keys = OFF');
  const insert = rows.prepare(
    `INSERT INTO Call (id, purseKey, productKey, versionKey, state, quoted, charged, startedAt, inputHash)
     VALUES (?, 1, 1, 1, 0, 1, 0, ?, 'hash')`,
  );
  for (const ms of startedMs) insert.run(newCallId(ms), ms);
  const adapter = new PrismaBetterSqlite3({ url: `file:${file}` }, { timestampFormat: 'unixepoch-ms' });
  const database = new PrismaClient({ adapter, log });
  const queries: string[] = [];
  database.$on('query', ({ query }) => isOfCalls(query) && queries.push(query));
  await readAnHour(database);
  await database.$disconnect();
  expect(queries).toHaveLength(12);
  for (const query of queries) {
    const plan = rows.prepare(`EXPLAIN QUERY PLAN ${query}`).all([...query.matchAll(/\?/g)].map(() => null));
    expect(plan).toMatchObject([
      {
        detail: expect.stringMatching(
          /^SEARCH .*Call.* USING .*(\(id>\?\)|INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\))$/,
        ),
      },
    ]);
  }
  rows.close();
});

/** It sorts and scans what is few, unless it is told not to: where no index has the order, it does all the same. */
test('PostgreSQL finds the calls of a time in an index, too', async () => {
  const pool = openConnections(await makePostgresDatabase(), 1);
  await pool.query(`SELECT * FROM grant_credits('acc_1', 1000000, 'grant', 'test', 0, NULL)`);
  const instance = await pool.query<{ key: number }>(
    `INSERT INTO "Instance" ("name") VALUES ('a test') RETURNING "key"`,
  );
  for (const ms of startedMs) {
    await runHolds(pool, instance.rows[0]?.key ?? 0, [
      [newCallId(ms), 'acc_1', null, ms, null, null, 1, 1, 1, 'hash', '{}', null, null, null, null],
    ]);
  }
  const client = new PostgresClient({ adapter: new PrismaPg(pool), log });
  const queries: string[] = [];
  client.$on('query', ({ query }) => isOfCalls(query) && queries.push(query));
  await readAnHour(asPrismaClient(client));
  expect(queries).toHaveLength(12);
  await pool.query('SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off');
  for (const query of queries) {
    const { rows } = await pool.query<Record<string, string>>(`EXPLAIN (GENERIC_PLAN) ${query}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Cond: \(*"?(id|key)"? >= /);
    expect(plan).not.toMatch(/Seq Scan|-> +Sort/);
  }
  await client.$disconnect();
  await pool.end();
});

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaPg } from '@prisma/adapter-pg';
import SqliteDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';
import { PrismaClient as PostgresClient } from '../../../prisma/generated/postgresql/client.ts';
import { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { asPrismaClient } from '../../../server/store/postgres/database.ts';
import { pageOfEntries } from '../../../server/store/prisma/page-of-entries.ts';
import { pageOfKeys } from '../../../server/store/prisma/page-of-keys.ts';
import { makeDatabase } from '../../setup/make-database.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';

const log: [{ emit: 'event'; level: 'query' }] = [{ emit: 'event', level: 'query' }];
const wish = { before: undefined, most: 20 };

const isOfEntries = (query: string) => query.includes('FROM "Entry" e');
const isOfKind = (query: string) => query.includes(`<> 'charge'`);
const isOfKeys = (query: string) => query.includes('FROM "ApiKey" k');

/**
 * As the console does. Each page of an account's entries reads the end of the page, and the page; that of all issued
 * entries is one statement, and so is one of keys.
 */
async function readAnAccount(database: PrismaClient): Promise<void> {
  for (const kind of [undefined, 'issued'] as const)
    await pageOfEntries(database, { accountId: 'acc_1', kind }, wish);
  await pageOfEntries(database, { accountId: undefined, kind: 'issued' }, wish);
  for (const state of [undefined, 'active'] as const)
    await pageOfKeys(database, { accountId: 'acc_1', text: undefined, state, operators: false }, wish);
}

const account = `INSERT INTO "Account" ("id", "name", "createdAt") VALUES ('acc_1', 'One', CURRENT_TIMESTAMP)`;

/** Two of each of many accounts. */
const manyKeys = `
  INSERT INTO "Account" ("id", "name", "createdAt")
    SELECT 'acc_' || n, n, CURRENT_TIMESTAMP FROM generate_series(2, 2000) n;
  INSERT INTO "ApiKey" ("id", "accountKey", "name", "hash", "hint", "operator", "createdAt")
    SELECT 'key_' || a."key" || '_' || n, a."key", 'Key', a."key" || '_' || n, 'abcd', false, CURRENT_TIMESTAMP
      FROM "Account" a, generate_series(1, 2) n;
  ANALYZE "ApiKey"`;

test('SQLite finds the entries and the keys of an account, and what was issued, in an index', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'farebox-plan-')), 'farebox.db');
  await makeDatabase(file);
  const rows = new SqliteDatabase(file);
  rows.prepare(`INSERT INTO Purse (id, posted, pending) VALUES ('acc_1', 0, 0)`).run();
  rows.prepare(account).run();
  const adapter = new PrismaBetterSqlite3({ url: `file:${file}` }, { timestampFormat: 'unixepoch-ms' });
  const database = new PrismaClient({ adapter, log });
  const queries: string[] = [];
  database.$on('query', ({ query }) => void queries.push(query));
  await readAnAccount(database);
  await database.$disconnect();
  const planOf = (query: string) =>
    JSON.stringify(
      rows.prepare(`EXPLAIN QUERY PLAN ${query}`).all([...query.matchAll(/\?/g)].map(() => null)),
    );
  const entries = queries.filter(isOfEntries);
  expect(entries).toHaveLength(5);
  for (const query of entries) expect(planOf(query)).not.toMatch(/SCAN [^k]/);
  for (const query of entries)
    expect(planOf(query)).toMatch(
      isOfKind(query)
        ? /SEARCH e USING INDEX Entry_kind \(kind=\? AND key/
        : /SEARCH e USING (COVERING )?INDEX Entry_purse \(purseKey=\? AND key/,
    );
  const keys = queries.filter(isOfKeys);
  expect(keys).toHaveLength(2);
  for (const query of keys)
    expect(planOf(query)).toMatch(
      /SEARCH k USING INDEX ApiKey_accountKey_idx \(accountKey=\? AND rowid<\?\)/,
    );
  rows.close();
});

test('PostgreSQL finds the entries and the keys of an account, and what was issued, in an index, too', async () => {
  const pool = openConnections(await makePostgresDatabase(), 1);
  await pool.query(`SELECT * FROM grant_credits('acc_1', 1000000, 'grant', 'test', 0, NULL)`);
  await pool.query(account);
  await pool.query(manyKeys);
  const client = new PostgresClient({ adapter: new PrismaPg(pool), log });
  const queries: string[] = [];
  client.$on('query', ({ query }) => void queries.push(query));
  await readAnAccount(asPrismaClient(client));
  const planOf = async (query: string) => {
    const { rows } = await pool.query<Record<string, string>>(`EXPLAIN (GENERIC_PLAN) ${query}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const keys = queries.filter(isOfKeys);
  expect(keys).toHaveLength(2);
  for (const query of keys) expect(await planOf(query)).toMatch(/Index Cond: \("accountKey" = \$\d\)/);
  // There are few entries, and it scans what is few, unless it is told not to.
  await pool.query('SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off');
  const entries = queries.filter(isOfEntries);
  expect(entries).toHaveLength(5);
  for (const query of entries) {
    const plan = await planOf(query);
    expect(plan).toMatch(
      isOfKind(query)
        ? /Entry_2\S+kind_key_idx" .*\n +Index Cond: \(\(kind = \$1\) AND \(key < \$2\)/
        : /Index Cond: \(\("purseKey" = \$\d\) AND \(key < \$1\)/,
    );
    expect(plan).not.toMatch(/Seq Scan|-> +Sort/);
  }
  await client.$disconnect();
  await pool.end();
});

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import SqliteDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';
import { PrismaClient } from '../../prisma/generated/sqlite/client.ts';
import { pageOfEntries } from '../../server/store/prisma/page-of-entries.ts';
import { makeDatabase } from '../setup/make-database.ts';

test('SQLite finds the entries of an account in their index', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'farebox-plan-')), 'farebox.db');
  await makeDatabase(file);
  const rows = new SqliteDatabase(file);
  rows.prepare(`INSERT INTO Purse (id, posted, pending) VALUES ('acc_1', 0, 0)`).run();
  const adapter = new PrismaBetterSqlite3({ url: `file:${file}` }, { timestampFormat: 'unixepoch-ms' });
  const database = new PrismaClient({ adapter, log: [{ emit: 'event', level: 'query' }] });
  const queries: string[] = [];
  database.$on('query', ({ query }) => query.includes('FROM "Entry" e') && queries.push(query));
  for (const kind of [undefined, 'issued'] as const)
    await pageOfEntries(database, { accountId: 'acc_1', kind }, { before: undefined, most: 20 });
  await database.$disconnect();
  expect(queries).toHaveLength(4);
  for (const query of queries) {
    const plan = rows.prepare(`EXPLAIN QUERY PLAN ${query}`).all([...query.matchAll(/\?/g)].map(() => null));
    expect(JSON.stringify(plan)).toMatch(
      /SEARCH e USING (COVERING )?INDEX Entry_purse \(purseKey=\? AND key/,
    );
  }
  rows.close();
});

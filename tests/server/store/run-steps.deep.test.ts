import SqliteDatabase, { type Database } from 'better-sqlite3';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { postgresSql } from '../../../server/store/postgres/postgres-sql.ts';
import { runTransaction } from '../../../server/store/postgres/run-steps.ts';
import { all, first, msOf, run, statement, type Steps, timeOf } from '../../../server/store/sql/statement.ts';
import { prepareSteps } from '../../../server/store/sqlite/run-steps.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';

test.each([
  ['SELECT purseKey FROM Purse WHERE id = ?', 'SELECT "purseKey" FROM "Purse" WHERE id = $1'],
  [
    'SELECT \'aB?\' , ?, "Key" FROM ApiKey k WHERE k.apiKeyKey = ?',
    `SELECT 'aB?' , $1, "Key" FROM "ApiKey" k WHERE k."apiKeyKey" = $2`,
  ],
  ["SELECT 'it''s ?' AS isIt", `SELECT 'it''s ?' AS "isIt"`],
])('%s in PostgreSQL', (sql, expected) => expect(postgresSql(sql)).toBe(expected));

const add = statement('INSERT INTO Session (hash, apiKeyKey, createdAt, expiresAt) VALUES (?, ?, ?, ?)');
const find = statement<{ apiKeyKey: number; expiresAt: number | Date }>(
  'SELECT apiKeyKey, expiresAt FROM Session WHERE hash = ?',
);
const remove = statement('DELETE FROM Session WHERE apiKeyKey = ?');
const list = statement<{ hash: string }>('SELECT hash FROM Session ORDER BY hash');

function* openTwo(fails: boolean): Steps<{ found: number | null; changes: number }> {
  yield* run(add, 'b', 7, timeOf(1), timeOf(1_764_000_000_123));
  yield* run(add, 'a', 7, timeOf(1), timeOf(2));
  const row = yield* first(find, 'b');
  const changes = yield* run(remove, 8);
  if (fails) throw new Error('It fails.');
  return { found: row ? msOf(row.expiresAt) : null, changes };
}

describe('steps', () => {
  let sqlite: Database;
  let pool: pg.Pool;
  beforeAll(async () => {
    sqlite = new SqliteDatabase(':memory:');
    sqlite.exec('CREATE TABLE Session (hash TEXT, apiKeyKey INTEGER, createdAt INTEGER, expiresAt INTEGER)');
    pool = openConnections(await makePostgresDatabase(), 2);
  });
  afterAll(() => pool.end());

  test('do the same in both engines', async () => {
    const runSteps = prepareSteps(sqlite);
    const expected = { found: 1_764_000_000_123, changes: 0 };
    expect(runSteps(openTwo(false))).toEqual(expected);
    expect(await runTransaction(pool, () => openTwo(false))).toEqual(expected);
    const rows = [{ hash: 'a' }, { hash: 'b' }];
    expect(runSteps(all(list))).toEqual(rows);
    expect(await runTransaction(pool, () => all(list))).toEqual(rows);
  });

  test('that throw leave nothing behind', async () => {
    const pending = await runTransaction(pool, () => all(list));
    await expect(runTransaction(pool, () => openTwo(true))).rejects.toThrow(/duplicate|fails/);
    expect(await runTransaction(pool, () => all(list))).toEqual(pending);
  });
});

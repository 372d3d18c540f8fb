import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { migratePostgres } from '../../../prisma/migrate-postgres.ts';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';
import { startPostgresProxy } from '../../setup/postgres-proxy.ts';

async function namesOnServer(url: string): Promise<unknown[]> {
  const pool = openConnections(url, 1);
  const { rows } = await pool.query({ name: 'one', text: 'SELECT $1::int AS value', values: [1] });
  expect(rows).toEqual([{ value: 1 }]);
  const names = await pool.query('SELECT name FROM pg_prepared_statements');
  await pool.end();
  return names.rows;
}

test('statements have names on a connection of its own, and none behind a pooler', async () => {
  const url = await makePostgresDatabase();
  const proxy = await startPostgresProxy(url);
  onTestFinished(() => proxy.close());
  expect(await namesOnServer(proxy.url)).toEqual([{ name: 'one' }]);
  proxy.poolConnections();
  expect(await namesOnServer(proxy.url)).toEqual([]);
});

test('a migration that fails undoes those before it, and the next try runs them all', async () => {
  const url = await makePostgresDatabase('template0');
  const folder = mkdtempSync(join(tmpdir(), 'farebox-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const sources = { migrations: folder, functions: folder };
  const write = (name: string, script: string) => {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'migration.sql'), script);
  };
  write('1_first', 'CREATE TABLE one (key integer)');
  write('2_second', 'CREATE TABLE two (key integer); SELECT 1 / 0');
  await expect(migratePostgres(url, sources)).rejects.toThrow(
    'The migration 2_second failed, and changed nothing: division by zero.',
  );
  write('2_second', 'CREATE TABLE two (key integer)');
  expect(await migratePostgres(url, sources)).toEqual(['1_first', '2_second']);
});

import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { oldest } from '../../../cli/test/postgres.mjs';
import { migratePostgres } from '../../../prisma/migrate-postgres.ts';
import { checkData } from '../../../server/store/check-data.ts';
import { openCommandStore } from '../../../server/control/open-store.ts';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { backUpDatabase } from '../../../server/store/postgres/backup/back-up-database.ts';
import { restoreDatabase } from '../../../server/store/postgres/backup/restore-database.ts';
import { failureOf } from '../../../server/store/postgres/backup/run-tool.ts';
import { runFarebox } from '../../setup/run-farebox.ts';
import { startPostgresProxy } from '../../setup/postgres-proxy.ts';
import { type PostgresServer, startPostgres } from '../../setup/postgres-server.ts';
import type pg from 'pg';

let postgres: PostgresServer;
let folder: string;
let url: string;
let pool: pg.Pool;
let file: string;
let databases = 0;

// Every pg_dump that is in use can read the oldest server.
beforeAll(async () => {
  postgres = await startPostgres({}, oldest);
  await fill(await postgres.makeDatabase('filled'));
});
afterAll(() => postgres.close());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-backup-'));
  file = join(folder, 'backup.dump');
  databases += 1;
  url = await postgres.makeDatabase(`restored_${databases}`, 'filled');
  pool = openConnections(url, 1);
});
afterEach(async () => {
  await pool.end();
  await rm(folder, { recursive: true, force: true });
});

const now = Date.now();

/** An account with 88 credits, and a call that is open. */
async function fill(databaseUrl: string): Promise<void> {
  const { writer, ledger, close } = await openCommandStore({ dataFolder: '', databaseUrl });
  await writer.run('create-account', { id: 'acc_a', name: 'A', now, credits: 88 });
  await ledger.hold({
    ...{ callId: 'call_1', purse: { id: 'acc_a', allowance: null, nowMs: now }, owner: 'acc_a' },
    ...{
      apiKeyKey: null,
      memberKey: null,
      productKey: 1,
      versionKey: 1,
      credits: 5,
      inputHash: '',
      input: '{}',
    },
    idempotency: null,
  });
  await close();
}

const run = (command: 'backup' | 'restore', variables = {}) =>
  runFarebox(folder, [command, file], { DATABASE_URL: url, ...variables });

async function lastBackup(): Promise<number> {
  const store = await openCommandStore({ dataFolder: '', databaseUrl: url });
  const madeAtMs = await store.lastBackup();
  await store.close();
  return madeAtMs ?? 0;
}

async function posted(): Promise<number | undefined> {
  const { rows } = await pool.query<{ posted: number }>(`SELECT "posted" FROM "Purse" WHERE "id" = 'acc_a'`);
  return rows[0]?.posted;
}

const change = (sql: string) => pool.query(sql);
const spoil = () => change(`UPDATE "Purse" SET "posted" = 7777 WHERE "id" = 'acc_a'`);

describe('farebox backup and restore with PostgreSQL', () => {
  test('bring back what there was, for the eyes of its owner alone', async () => {
    expect(await run('backup')).toMatchObject({ code: 0, err: '' });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['backup.dump']);
    expect(Date.now() - (await lastBackup())).toBeLessThan(60_000);
    await spoil();
    // Of a later version, and of a later month.
    await change(
      `CREATE TABLE "Later" ("key" integer); SELECT make_partition('Call', '_2199_01', '2199-01-01', '2199-02-01')`,
    );
    expect(await run('restore')).toMatchObject({ code: 0, err: '' });
    expect(await posted()).toBe(88);
    expect((await change(`SELECT to_regclass('"Later"') AS later`)).rows).toEqual([{ later: null }]);
    expect(await checkData({ dataFolder: '', databaseUrl: url })).toEqual({ inconsistencies: [] });
    expect(await migratePostgres(url)).toEqual([]);
    await pool.query('SELECT make_partitions()');
  });

  test('fill an empty database', async () => {
    await backUpDatabase(url, file);
    const empty = await postgres.makeDatabase(`empty_${databases}`);
    await restoreDatabase(empty, file);
    expect(await checkData({ dataFolder: '', databaseUrl: empty })).toEqual({ inconsistencies: [] });
  });

  test('backup refuses a file that is there, and leaves none where it fails', async () => {
    await writeFile(file, 'mine');
    await expect(backUpDatabase(url, file)).rejects.toThrow('already exists');
    expect(await readFile(file, 'utf8')).toBe('mine');
    await rm(file);
    const absent = url.replace(/restored_\d+/, 'absent');
    await expect(backUpDatabase(absent, file)).rejects.toThrow(
      /^pg_dump failed: .*database "absent" does not exist\.$/,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  test('backup refuses a pooler, which would give the settings of pg_dump to portals', async () => {
    const proxy = await startPostgresProxy(url);
    onTestFinished(() => proxy.close());
    proxy.poolConnections();
    await expect(backUpDatabase(proxy.url, file)).rejects.toThrow('pg_dump cannot work through a pooler.');
    expect(await readdir(folder)).toEqual([]);
  });

  test('say which programs are missing, and which are too old', async () => {
    await writeFile(file, '');
    const missing = await run('restore', { PATH: '/nowhere' });
    expect(missing.err).toMatch(/^pg_restore is not installed\. Install .* postgresql-client/);
    const said =
      'pg_dump: error: aborting because of server version mismatch\npg_dump: detail: server version: 18.4; pg_dump version: 15.18 (Debian 15.18-0)\n';
    expect(failureOf('pg_dump', said).message).toBe(
      'pg_dump 15.18 is too old for this server, PostgreSQL 18.4. Install the client programs of that version or a later one.',
    );
  });
});

describe('a restore with PostgreSQL is refused, and changes nothing', () => {
  const later = `"seenAt" = clock_timestamp() + interval '1 hour', "fencedAt" = NULL`;
  const refusals: [what: string, spoil: () => Promise<unknown>, says: RegExp][] = [
    ['while a portal runs', () => change(`UPDATE "Instance" SET ${later}`), /nothing has changed: .* Stop all portals first\./],
    ['of a file that is not there', () => rm(file), /There is no file/],
    ['of a file that is no backup', () => writeFile(file, 'x'.repeat(10_000)), /not appear to be a valid archive\./],
    ['of a file that was cut', async () => truncate(file, (await stat(file)).size - 40), /nothing has changed: /],
    ['of another database', otherDatabase, /not a backup of a Farebox database/],
    ['of an inconsistent ledger', inconsistent, /its ledger is inconsistent\. The purse acc_a has 7777 posted/],
    ['over the tables of another program', otherProgram, /tables of another program\./],
  ]; // biome-ignore format: a table
  test.each(refusals)('%s', async (_what, prepare, says) => {
    await backUpDatabase(url, file);
    await prepare();
    const before = await posted().catch(() => 'no ledger');
    await expect(restoreDatabase(url, file)).rejects.toThrow(says);
    expect(await posted().catch(() => 'no ledger')).toBe(before);
  });

  async function otherDatabase(): Promise<void> {
    await rm(file);
    await backUpDatabase(await postgres.makeDatabase(`other_${databases}`), file);
  }

  async function inconsistent(): Promise<void> {
    await rm(file);
    await spoil();
    await backUpDatabase(url, file);
    await change(`UPDATE "Purse" SET "posted" = 88 WHERE "id" = 'acc_a'`);
  }

  async function otherProgram(): Promise<void> {
    await pool.end();
    url = await postgres.makeDatabase(`program_${databases}`);
    pool = openConnections(url, 1);
    await change('CREATE TABLE things (name text)');
  }
});

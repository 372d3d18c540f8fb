import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { oldest } from '../../../cli/test/postgres.mjs';
import { migrate } from '../../../prisma/migrate.ts';
import { migratePostgres } from '../../../prisma/migrate-postgres.ts';
import { rollBackData } from '../../../server/store/backup/replace-data.ts';
import { openCommandStore } from '../../../server/control/open-store.ts';
import { takeLease } from '../../../server/store/sqlite/lease.ts';
import { farebox } from '../../setup/farebox.ts';
import { freePort } from '../../setup/free-port.ts';
import { nextMigration, useNextVersion } from '../../setup/next-version.ts';
import { type PostgresServer, startPostgres } from '../../setup/postgres-server.ts';
import { runFarebox } from '../../setup/run-farebox.ts';
import { startPortal } from '../../setup/start-portal.ts';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';

const fullDisk = fileURLToPath(new URL('../../setup/full-disk.cjs', import.meta.url));

let root: string;
let dataFolder: string;
let databaseFile: string;
let backups: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'farebox-update-'));
  dataFolder = join(root, 'data');
  databaseFile = join(dataFolder, 'farebox.db');
  backups = join(dataFolder, 'backups-before-update');
  await mkdir(dataFolder, { mode: 0o700 });
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Data of version 1.2.3, with the account acc_before. All programs of the test have one migration more. */
async function makeOlderData(): Promise<string> {
  await migrate(databaseFile);
  change(
    "INSERT INTO Account (id, name, createdAt) VALUES ('acc_before', 'A', 0); PRAGMA user_version = 1002003",
  );
  const last = lastMigrationIn(databaseFile);
  await useNextVersion();
  return last;
}

function change(sql: string): void {
  const database = new SqliteDatabase(databaseFile);
  database.exec(sql);
  database.close();
}

function accountsIn(file: string): unknown[] {
  const database = new SqliteDatabase(file, { readonly: true });
  const ids = database.prepare('SELECT id FROM Account ORDER BY id').pluck().all();
  database.close();
  return ids;
}

function lastMigrationIn(file: string): string {
  const database = new SqliteDatabase(file, { readonly: true });
  const name = database.prepare('SELECT max(migration_name) FROM _prisma_migrations').pluck().get();
  database.close();
  return String(name);
}

/** A start of the next version, which updates the data. */
async function update(): Promise<void> {
  const store = await openCommandStore({ dataFolder });
  await store.close();
}

describe('an update of a data folder', () => {
  test('keeps a backup from before it, once, for its owner alone', async () => {
    const last = await makeOlderData();
    await update();
    await update();
    const [name = '', ...others] = await readdir(backups);
    expect([name.endsWith(`Z-${last}.db`), others]).toEqual([true, []]);
    const file = join(backups, name);
    expect([lastMigrationIn(file), accountsIn(file)]).toEqual([last, ['acc_before']]);
    expect(lastMigrationIn(databaseFile)).toBe(nextMigration);
    const modes = [(await stat(backups)).mode, (await stat(file)).mode].map((mode) => mode & 0o777);
    expect(modes).toEqual([0o700, 0o600]);
  });

  test('is made by a portal that starts, too', async () => {
    await makeOlderData();
    const prepare = (folder: string) => cp(databaseFile, join(folder, 'farebox.db'));
    const variables = { NODE_OPTIONS: process.env['NODE_OPTIONS'] ?? '' };
    const portal = await startPortal([], prepare, variables, undefined, { pages: false, toolbox: false });
    onTestFinished(() => portal.stop());
    expect(await readdir(join(portal.dataFolder, 'backups-before-update'))).toHaveLength(1);
    expect(lastMigrationIn(join(portal.dataFolder, 'farebox.db'))).toBe(nextMigration);
  });

  test('keeps the last three, and what it did not make', async () => {
    await makeOlderData();
    await mkdir(backups);
    const old = ['01', '02', '03'].map((day) => `2026-01-${day}T00-00-00-000Z-20260101000000_old.db`);
    for (const name of [...old, 'mine.db']) await writeFile(join(backups, name), '');
    await update();
    const names = await readdir(backups);
    expect(names).toHaveLength(4);
    expect(names).toEqual(expect.arrayContaining(['mine.db', ...old.slice(1)]));
  });

  test('says that it makes one, and removes what a killed start had written of one', async () => {
    await makeOlderData();
    await mkdir(backups);
    const part = '2026-01-01T00-00-00-000Z-20260101000000_old.db.part-4711';
    for (const name of [part, `${part}-journal`]) await writeFile(join(backups, name), 'half');
    const { code, stderr } = await farebox(dataFolder, ['account', 'list']);
    expect([code, await readdir(backups)]).toEqual([0, [expect.stringMatching(/\.db$/)]]);
    expect(stderr).toMatch(/^Before the data is updated, Farebox makes a backup of it\..*\nA backup .* is /);
  });

  test('makes none if a setting says so', async () => {
    const last = await makeOlderData();
    const { code, stderr } = await farebox(dataFolder, ['account', 'list'], { FAREBOX_UPDATE_BACKUP: 'off' });
    expect([code, existsSync(backups), lastMigrationIn(databaseFile) === last]).toEqual([0, false, false]);
    expect(stderr).toMatch(/^The database is updated without a backup,/m);
  });

  test('makes no backup of a folder that has nothing yet', async () => {
    await update();
    expect(existsSync(backups)).toBe(false);
  });

  test('is refused with a sentence if the disk is full', async () => {
    const last = await makeOlderData();
    const { code, out, error } = await withSmallFiles('account', 'list');
    expect([code, out]).toEqual([2, '']);
    expect(error).toMatch(
      /^The database was not updated, because no backup could be made: .*\.db could not/m,
    );
    expect([lastMigrationIn(databaseFile), await readdir(backups)]).toEqual([last, []]);
  });

  /** A command, in a process whose files cannot be larger than 64 KiB. */
  async function withSmallFiles(...args: string[]) {
    const options = `${process.env['NODE_OPTIONS'] ?? ''} --require ${fullDisk}`;
    const env = { ...process.env, FAREBOX_DATA: dataFolder, NODE_OPTIONS: options };
    const command = ['--fsize=65536:unlimited', process.execPath, 'cli/farebox.mjs', ...args];
    const running = promisify(execFile)('prlimit', command, { env: { ...env, TSX_DISABLE_CACHE: '1' } });
    const ended = await running.then(
      ({ stdout, stderr }) => ({ stdout, stderr }),
      (failed: { stdout: string; stderr: string }) => failed,
    );
    return { code: running.child.exitCode, out: ended.stdout, error: ended.stderr };
  }
});

describe('farebox rollback', () => {
  test('goes back to the data from before the update, and keeps that of after', async () => {
    const last = await makeOlderData();
    await update();
    change("INSERT INTO Account (id, name, createdAt) VALUES ('acc_after', 'B', 0)");
    const { code, out, err } = await runFarebox(dataFolder, ['rollback']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`Start version 1.2.3, or the one whose last migration is ${last}.`);
    expect([lastMigrationIn(databaseFile), accountsIn(databaseFile)]).toEqual([last, ['acc_before']]);
    const [, aside = ''] = /as (farebox\.db\.before-\S+)\.\n$/.exec(out) ?? [];
    expect(accountsIn(join(dataFolder, aside))).toEqual(['acc_after', 'acc_before']);
    // The next update is as if there had been none.
    await update();
    expect(accountsIn(databaseFile)).toEqual(['acc_before']);
  });

  test('takes a backup by its name, and says which there are', async () => {
    await makeOlderData();
    await update();
    const [newest = ''] = await readdir(backups);
    const older = `2026-01-01T00-00-00-000Z-20260101000000_old.db`;
    await cp(join(backups, newest), join(backups, older));
    expect((await rollBackData({ dataFolder }, older)).name).toBe(older);
    await expect(rollBackData({ dataFolder }, 'absent.db')).rejects.toThrow(
      `There is no backup absent.db from before an update. There are:\n  ${newest}\n  ${older}`,
    );
  });

  const refusals: [what: string, spoil: () => void | Promise<void>, says: RegExp][] = [
    ['while a portal runs', holdFolder, /is in use by process \d+/],
    ['without a backup', () => rm(backups, { recursive: true }), /has no backup from before an update/],
    ['of a damaged backup', cutBackup, /cannot be restored: it is damaged/],
  ];

  function holdFolder(): void {
    const lease = takeLease(dataFolder);
    onTestFinished(() => lease.release());
  }

  async function cutBackup(): Promise<void> {
    const [name = ''] = await readdir(backups);
    await truncate(join(backups, name), 40_960);
  }

  test.each(refusals)('is refused %s, and changes nothing', async (_, spoil, says) => {
    await makeOlderData();
    await update();
    const last = lastMigrationIn(databaseFile);
    await spoil();
    await expect(rollBackData({ dataFolder })).rejects.toThrow(says);
    expect(lastMigrationIn(databaseFile)).toBe(last);
  });
});

describe('an update of a PostgreSQL database', () => {
  let postgres: PostgresServer;
  let databases = 0;
  let databaseUrl: string;
  let last: string;
  // Every pg_dump that is in use can read the oldest server.
  beforeAll(async () => {
    postgres = await startPostgres({}, oldest);
  });
  afterAll(() => postgres.close());
  beforeEach(async () => {
    databases += 1;
    databaseUrl = await postgres.makeDatabase(`updated_${databases}`);
    last = (await migratePostgres(databaseUrl)).at(-1) ?? '';
    await useNextVersion();
  });

  const run = (args: string[], variables = {}) =>
    runFarebox(dataFolder, args, { DATABASE_URL: databaseUrl, ...variables });
  /** In a process of its own: what it says of an update goes to the console. */
  const runByItself = (args: string[], variables: Record<string, string>) =>
    farebox(dataFolder, args, { DATABASE_URL: databaseUrl, ...variables });

  async function query(sql: string): Promise<string[]> {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    const { rows } = await client.query<{ name: string }>(sql);
    await client.end();
    return rows.map(({ name }) => name);
  }

  const migrations = () => query('SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1');
  const accounts = () => query('SELECT "name" AS name FROM "Account" ORDER BY 1');

  test('keeps a backup from before it, to which a rollback goes back', async () => {
    const before = await migrations();
    expect(await run(['account', 'create', 'After'])).toMatchObject({ code: 0 });
    const [name = '', ...others] = await readdir(backups);
    expect([name.endsWith(`Z-${last}.dump`), others]).toEqual([true, []]);
    const after = await migrations();
    expect(after).not.toEqual(before);
    const cutOff = 'before-rollback-2026-01-01T00-00-00-000Z.dump.part-1';
    await writeFile(join(backups, cutOff), 'of a rollback that was killed');
    const { code, out, err } = await run(['rollback']);
    expect([code, err]).toEqual([0, '']);
    expect(await readdir(backups)).not.toContain(cutOff);
    expect(out).toContain(`${join(backups, name)} is now the data of the portal.`);
    expect(out).toContain(`Start the version whose last migration is ${last}.`);
    expect([await migrations(), await accounts()]).toEqual([before, []]);
    // What was written since the update is kept, too.
    const [, aside = ''] = /kept, as (\S+\.dump)\.\n$/.exec(out) ?? [];
    expect(await run(['restore', aside])).toMatchObject({ code: 0, err: '' });
    expect([await migrations(), await accounts()]).toEqual([after, ['After']]);
  });

  test('is not rolled back while a portal runs, without a backup, or if the backup was cut', async () => {
    await run(['account', 'create', 'After']);
    const after = await migrations();
    const [name = ''] = await readdir(backups);
    const seen = (time: string) =>
      query(`UPDATE "Instance" SET "fencedAt" = NULL, "seenAt" = clock_timestamp() ${time}`);
    await seen(`+ interval '1 hour'`);
    // No backup of the present data is made first.
    expect(await run(['rollback'], { PATH: '/nowhere' })).toMatchObject({
      ...{
        code: 2,
        out: '',
        err: expect.stringMatching(/^A portal runs .* Stop all portals first\.\n/),
      },
    });
    await seen(`- interval '1 hour'`);
    await truncate(join(backups, name), (await stat(join(backups, name))).size - 40);
    expect(await run(['rollback'])).toMatchObject({
      ...{ code: 2, out: '', err: expect.stringMatching(/nothing has changed/) },
    });
    expect([await readdir(backups), await migrations(), await accounts()]).toEqual([
      [name],
      after,
      ['After'],
    ]);
    const closed = databaseUrl.replace(/:\d+\//, `:${await freePort()}/`);
    expect(await run(['rollback'], { DATABASE_URL: closed })).toMatchObject({
      ...{ code: 2, out: '', err: expect.stringMatching(/cannot be reached/) },
    });
    await rm(join(backups, name));
    expect(await run(['rollback'])).toMatchObject({
      ...{ code: 2, out: '', err: expect.stringMatching(/of the portal that updated the database/) },
    });
  });

  test('is refused without pg_dump, unless a setting says to go on', async () => {
    const before = await migrations();
    const refused = await runByItself(['account', 'list'], { PATH: '/nowhere' });
    expect([refused.code, refused.stdout, await migrations()]).toEqual([2, '', before]);
    expect(refused.stderr).toMatch(
      /^The database was not updated, because no backup could be made: pg_dump is not installed\. Install .* postgresql-client.*, set FAREBOX_UPDATE_BACKUP=off for one start\.\n/m,
    );
    const { code, stderr } = await runByItself(['account', 'list'], {
      PATH: '/nowhere',
      FAREBOX_UPDATE_BACKUP: 'off',
    });
    expect([code, (await migrations()).length]).toEqual([0, before.length + 1]);
    expect(stderr).toMatch(/^The database is updated without a backup,.*\n/m);
    expect(await readdir(backups)).toEqual([]);
  });
});

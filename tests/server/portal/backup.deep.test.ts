import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../../../prisma/migrate.ts';
import { backUp } from '../../../server/store/sqlite/backup/back-up.ts';
import { restore } from '../../../server/store/sqlite/backup/replace-database.ts';
import { connectWriter } from '../../../server/control/connect-writer.ts';
import { builtScript } from '../../setup/built-script.ts';
import { nextMigration, useNextVersion } from '../../setup/next-version.ts';
import { runFarebox } from '../../setup/run-farebox.ts';
import { corrupt, makeSmallLedger } from '../store/small-ledger.ts';
import SqliteDatabase from 'better-sqlite3';

let templateFolder: string;
let template: string;
beforeAll(async () => {
  templateFolder = await mkdtemp(join(tmpdir(), 'farebox-template-'));
  template = await makeSmallLedger(templateFolder);
});
afterAll(() => rm(templateFolder, { recursive: true, force: true }));

let root: string;
let dataFolder: string;
let databaseFile: string;
let file: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'farebox-backup-'));
  dataFolder = join(root, 'data');
  databaseFile = join(dataFolder, 'farebox.db');
  await mkdir(dataFolder);
  await copyFile(template, databaseFile);
  file = join(root, 'backup.db');
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(root, { recursive: true, force: true });
});

const holder = builtScript(new URL('./hold-data-folder.ts', import.meta.url));
const farebox = (...args: string[]) => runFarebox(dataFolder, args);

async function startPortal(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [await holder, dataFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(createInterface(child.stdout), 'line');
  return child;
}

const posted = (of: string) => {
  const database = new SqliteDatabase(of);
  const credits = database.prepare("SELECT posted FROM Purse WHERE id = 'acc_a'").pluck().get();
  database.close();
  return credits;
};

const grantOne = { purseId: 'acc_a', credits: 1, kind: 'grant', reason: '', nowMs: 0 } as const;

describe('farebox check', () => {
  test('says that the ledger holds', async () => {
    expect(await farebox('check')).toEqual({
      code: 0,
      out: 'The ledger is consistent, and the audit log is whole.\n',
      err: '',
    });
  });

  test('says what does not hold, and ends with 1', async () => {
    corrupt(databaseFile, "UPDATE Purse SET posted = 0, pending = 0 WHERE id = 'acc_a'");
    expect(await farebox('check')).toEqual({
      code: 1,
      out: [
        'The purse acc_a has 0 posted and 0 pending; they add up to 88 and 5.',
        ...['changed', 'deleted'].map(
          (what) => `The trigger Entry_is_never_${what}, without which entries can be changed, is missing.`,
        ),
        '',
      ].join('\n'),
      err: '',
    });
  });

  test('refuses a folder that has no ledger', async () => {
    await rm(dataFolder, { recursive: true });
    const { code, err } = await farebox('check');
    expect([code, err]).toEqual([2, expect.stringMatching(/has no ledger\. Set FAREBOX_DATA/)]);
  });
});

describe('farebox backup and restore', () => {
  test('bring back what there was, and keep what was there instead', async () => {
    expect(await farebox('backup', file)).toMatchObject({ code: 0, err: '' });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const bytes = await readFile(file);
    corrupt(databaseFile, "UPDATE Purse SET posted = 7777 WHERE id = 'acc_a'");
    expect(await farebox('restore', file)).toMatchObject({ code: 0, err: '' });
    expect(posted(databaseFile)).toBe(88);
    expect(await farebox('check')).toMatchObject({ code: 0 });
    const aside = (await readdir(dataFolder)).find((name) => name.includes('.before-'));
    expect(posted(join(dataFolder, String(aside)))).toBe(7777);
    expect(await readdir(dataFolder)).not.toContain('farebox.db.restoring');
    expect(bytes.equals(await readFile(file))).toBe(true);
  });

  test('back up all that was acknowledged by a portal that runs', async () => {
    await startPortal();
    const writer = await connectWriter(dataFolder);
    if (!writer) throw new Error('Nobody listens.');
    let acknowledged = 0;
    let stop = false;
    const busy = (async () => {
      while (!stop) {
        await Promise.all(Array.from({ length: 8 }, () => writer.run('grant', grantOne)));
        acknowledged += 8;
      }
    })();
    const before = acknowledged;
    expect(await farebox('backup', file)).toMatchObject({ code: 0, err: '' });
    const after = acknowledged;
    stop = true;
    await busy;
    await writer.close();
    expect(posted(file)).toBeGreaterThanOrEqual(88 + before);
    expect(posted(file)).toBeLessThanOrEqual(88 + after + 8);
    const dataOfBackup = join(root, 'other');
    await mkdir(dataOfBackup);
    await copyFile(file, join(dataOfBackup, 'farebox.db'));
    dataFolder = dataOfBackup;
    expect(await farebox('check')).toMatchObject({ code: 0 });
  });

  test('restore into a folder that has nothing yet', async () => {
    await farebox('backup', file);
    await rm(dataFolder, { recursive: true });
    const { code, out } = await farebox('restore', file);
    expect([code, out]).toEqual([0, `${file} is now the data of the portal. Its ledger is consistent.\n`]);
    expect(posted(databaseFile)).toBe(88);
  });

  test('restore keeps aside what a portal that was killed had only in its log', async () => {
    await farebox('backup', file);
    const portal = await startPortal();
    const writer = await connectWriter(dataFolder);
    await writer?.run('grant', { ...grantOne, credits: 500 });
    portal.kill('SIGKILL');
    await once(portal, 'exit');
    await writer?.close();
    expect((await stat(`${databaseFile}-wal`)).size).toBeGreaterThan(0);
    expect(await farebox('restore', file)).toMatchObject({ code: 0 });
    const aside = (await readdir(dataFolder)).find((name) => name.includes('.before-'));
    expect([posted(databaseFile), posted(join(dataFolder, String(aside)))]).toEqual([88, 588]);
  });

  test('restore takes a backup of an older version, and brings it up to date', async () => {
    await farebox('backup', file);
    await useNextVersion();
    expect(await farebox('restore', file)).toMatchObject({ code: 0, err: '' });
    const database = new SqliteDatabase(databaseFile);
    const names = database.prepare('SELECT migration_name FROM _prisma_migrations').pluck().all();
    database.close();
    expect(names).toContain(nextMigration);
    expect(await migrate(databaseFile)).toEqual([]);
  });
});

describe('a backup is refused', () => {
  test('in the place of a file that is there', async () => {
    await writeFile(file, 'mine');
    expect(() => backUp(databaseFile, file)).toThrow('already exists');
    expect(await readFile(file, 'utf8')).toBe('mine');
    expect(() => backUp(databaseFile, databaseFile)).toThrow('already exists');
  });

  test('where nothing can be written, or nothing is there', async () => {
    expect(() => backUp(databaseFile, join(root, 'absent', 'backup.db'))).toThrow(
      'could not be written: ENOENT',
    );
    await writeFile(databaseFile, 'x'.repeat(10_000));
    expect(() => backUp(databaseFile, file)).toThrow('file is not a database');
    await rm(dataFolder, { recursive: true });
    expect(() => backUp(databaseFile, file)).toThrow('nothing to back up');
    expect(await readdir(root)).toEqual([]);
  });

  test('without the name of a file', async () => {
    const backup = await farebox('backup');
    expect([backup.code, backup.err]).toEqual([
      2,
      expect.stringMatching(/^Expected farebox backup FILE, or/),
    ]);
    const restored = await farebox('restore');
    expect([restored.code, restored.err]).toEqual([2, expect.stringMatching(/^Expected farebox restore/)]);
  });
});

describe('a restore is refused, and leaves everything as it was', () => {
  const refusals: [what: string, spoil: () => Promise<unknown>, says: RegExp][] = [
    ['while a portal runs', startPortal, /is in use by process \d+\. Stop that process/],
    ['of a file that is not there', () => rm(file), /There is no file/],
    ['of a file that is no database', () => writeFile(file, 'x'.repeat(10_000)), /damaged, or not a database/],
    ['of a file that was cut', () => truncate(file, 40_960), /cannot be restored: it is damaged/],
    ['of a page that was overwritten', overwritePage, /cannot be restored: it is damaged/],
    ['of another database', otherDatabase, /not a Farebox database/],
    ['of a ledger that does not hold', async () => corrupt(file, "UPDATE Purse SET posted = 7 WHERE id = 'acc_a'"), /is inconsistent\. The purse acc_a has 7 posted and 5 pending/],
    ['of a newer version', newerDatabase, /does not know/],
  ]; // biome-ignore format: a table

  async function overwritePage(): Promise<void> {
    const bytes = await readFile(file);
    const index = new SqliteDatabase(file);
    const page = Number(
      index.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'Purse_id_key'").pluck().get(),
    );
    index.close();
    bytes.fill(0xff, (page - 1) * 4096, page * 4096);
    await writeFile(file, bytes);
  }

  async function otherDatabase(): Promise<void> {
    await rm(file);
    const other = new SqliteDatabase(file);
    other.exec('CREATE TABLE a (b)');
    other.close();
  }

  async function newerDatabase(): Promise<void> {
    const newer = new SqliteDatabase(file);
    newer.exec(
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
       SELECT 'later', checksum, finished_at, '20990101000000_later', 1 FROM _prisma_migrations LIMIT 1`,
    );
    newer.close();
  }

  test.each(refusals)('%s', async (_, spoil, says) => {
    backUp(databaseFile, file);
    await spoil();
    await expect(restore(dataFolder, file, 0)).rejects.toThrow(says);
    expect((await readdir(dataFolder)).filter((name) => /before|restoring/.test(name))).toEqual([]);
    expect(posted(databaseFile)).toBe(88);
  });

  test('of the database itself', async () => {
    await expect(restore(dataFolder, databaseFile, 0)).rejects.toThrow('the database itself');
    expect(posted(databaseFile)).toBe(88);
  });

  test('on the command line with a sentence', async () => {
    const { code, out, err } = await farebox('restore', file);
    expect([code, out, err]).toEqual([2, '', `There is no file ${file}.\n`]);
  });
});

import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { backUp } from '../../../server/store/sqlite/backup/back-up.ts';
import { checkNewRows } from '../../../server/store/sqlite/check/check-new.ts';
import { SumsOnThread } from '../../../server/store/sqlite/sums/sums-on-thread.ts';
import { startWriter } from '../../../server/store/sqlite/writer/start-writer.ts';
import { failedStart } from '../../setup/failed-start.ts';
import { runFarebox } from '../../setup/run-farebox.ts';
import { emptyData, startPortal } from '../../setup/start-portal.ts';
import { makeSmallLedger } from '../store/small-ledger.ts';
import SqliteDatabase from 'better-sqlite3';

let templateFolder: string;
let root: string;
let dataFolder: string;
let databaseFile: string;

beforeAll(async () => {
  templateFolder = mkdtempSync(join(tmpdir(), 'farebox-template-'));
  await makeSmallLedger(templateFolder);
});
afterAll(() => rmSync(templateFolder, { recursive: true, force: true }));
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'farebox-data-'));
  dataFolder = join(root, 'data');
  databaseFile = join(dataFolder, 'farebox.db');
  cpSync(templateFolder, dataFolder, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const start = (prepare: (folder: string) => Promise<unknown>) =>
  startPortal([], prepare, {}, undefined, { pages: false, toolbox: false });

/** The modes of all files in the folder, but for the database's own while it is closed. */
function modes(): Record<string, number> {
  return Object.fromEntries(
    readdirSync(dataFolder).map((name) => [name, statSync(join(dataFolder, name)).mode & 0o777]),
  );
}

describe('in a data folder', () => {
  it('that others can enter, every file of the portal is for its owner alone, and the log says so', async () => {
    const portal = await start(async (folder) => {
      cpSync(dataFolder, folder, { recursive: true });
      writeFileSync(join(folder, 'secret'), 'x'.repeat(64));
      writeFileSync(join(folder, 'lease.db'), '');
      // A full disk left it empty.
      writeFileSync(join(folder, 'control.path'), '');
      writeFileSync(join(folder, 'farebox.db.before-2026-11-21'), '');
      for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
      chmodSync(folder, 0o755);
    });
    dataFolder = portal.dataFolder;
    try {
      const names = ['farebox.db', 'farebox.db-wal', 'farebox.db-shm', 'secret', 'lease.db', 'control.sock'];
      expect(Object.keys(modes())).toEqual(expect.arrayContaining(names));
      expect(modes()).not.toHaveProperty(['control.path']);
      expect(new Set(Object.values(modes()))).toEqual(new Set([0o600]));
      await expect
        .poll(portal.output)
        .toContain(`Other users of this machine can open ${dataFolder}. To keep them out: chmod go= `);
    } finally {
      await portal.stop();
    }
  });

  it('that is new, every file is for its owner alone from the start', async () => {
    const portal = await start(emptyData);
    dataFolder = portal.dataFolder;
    try {
      expect(new Set(Object.values(modes()))).toEqual(new Set([0o600]));
      expect(portal.output()).not.toContain('Other users');
    } finally {
      await portal.stop();
    }
  });

  it('a restored database is for its owner alone, whatever the backup was', async () => {
    const file = join(root, 'backup.db');
    backUp(databaseFile, file);
    chmodSync(file, 0o644);
    expect(await run('restore', file)).toMatchObject({ code: 0 });
    expect(statSync(databaseFile).mode & 0o777).toBe(0o600);
  });
});

const run = (...args: string[]) => runFarebox(dataFolder, args);

function edit(change: (bytes: Buffer) => Buffer): void {
  writeFileSync(databaseFile, change(readFileSync(databaseFile)));
}

/** SQLite never writes a file whose header says that newer versions wrote it. */
const writeVersionAt = 18;
const pageBytes = 4_096;

function rootPage(table: string): number {
  const database = new SqliteDatabase(databaseFile, { readonly: true });
  const page = database.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').pluck().get(table);
  database.close();
  return Number(page);
}

function clearPage(page: number): void {
  edit((bytes) => bytes.fill(0, (page - 1) * pageBytes, page * pageBytes));
}

let clearedTable: string;

const unusable: [what: string, make: () => void, says: string][] = [
  ['text', () => writeFileSync(databaseFile, 'Not a database.\n'.repeat(1_000)), 'is damaged'],
  ['cut in half', () => edit((bytes) => bytes.subarray(0, bytes.length / 2)), 'is damaged'],
  ['cleared in a table', () => clearPage(rootPage(clearedTable)), 'is damaged'],
  [
    'a folder',
    () => {
      rmSync(databaseFile);
      mkdirSync(databaseFile);
    },
    'cannot be opened',
  ],
];
const readOnly: (typeof unusable)[number] = [
  'read-only',
  () => edit((bytes) => bytes.fill(3, writeVersionAt, writeVersionAt + 1)),
  'cannot be written',
];

describe('a database that is', () => {
  it.each([...unusable, readOnly])(
    '%s ends the start with a sentence and exit code 2',
    async (_, make, says) => {
      clearedTable = '_prisma_migrations';
      make();
      const { code, stdout, stderr } = await failedStart(dataFolder);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(`The database ${databaseFile} ${says}`);
      expect(stderr).toMatch(/^[^\n]+\n$/);
    },
  );

  it.each(unusable)('%s ends commands with a sentence and exit code 2', async (_, make, says) => {
    clearedTable = 'Purse';
    make();
    for (const args of [
      ['check'],
      ['backup', join(root, 'backup.db')],
      ['account', 'list'],
      ['grant', 'A', '1'],
    ]) {
      const { code, err } = await run(...args);
      expect({ args, code }).toEqual({ args, code: 2 });
      expect(err).toMatch(`The database ${databaseFile} ${says}`);
      expect(err).toMatch(/^[^\n]+\n$/);
    }
    expect(readdirSync(root)).toEqual(['data']);
  });

  it('damaged at any page ends the check with a finding, or a sentence', async () => {
    const whole = readFileSync(databaseFile);
    for (let page = 1; page <= whole.length / pageBytes; page += 1) {
      writeFileSync(databaseFile, whole);
      clearPage(page);
      const { code, err } = await run('check');
      expect([0, 1, 2], `page ${page}`).toContain(code);
      expect(err).toMatch(code === 2 ? /^The database [^\n]+ is damaged[^\n]+\n$|has no ledger/ : /^$/);
    }
  });

  it.each([
    ['a folder', () => root],
    ['a device', () => '/dev/zero'],
  ])('to be restored from %s is refused', async (_, file) => {
    const { code, err } = await run('restore', file());
    expect({ code, err }).toEqual({ code: 2, err: `${file()} is not a regular file.\n` });
  });

  it.each(['lease.db', 'lease.pid'])('beside a folder called %s is not opened', async (name) => {
    mkdirSync(join(dataFolder, name));
    const { code, err } = await run('account', 'list');
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`^${join(dataFolder, name)} cannot be used \\([^\\n]+\\n$`));
  });

  it('found damaged while it is written ends the writer', async () => {
    const purses = rootPage('Purse');
    const writer = await startWriter(databaseFile);
    clearPage(purses);
    const nowMs = Date.now();
    const grant = { purseId: 'acc_a', credits: 1, kind: 'grant', reason: '', nowMs } as const;
    await expect(writer.run('grant', grant)).rejects.toMatchObject({ code: 'writer-stopped' });
    expect((await writer.died).message).toMatch(/^The writer failed: database disk image is malformed/);
  });

  it('found damaged by the check on its thread is told in words', async () => {
    writeFileSync(databaseFile, 'Not a database.\n'.repeat(1_000));
    const mark = () => Promise.resolve(true);
    await expect(checkNewRows(new SumsOnThread(databaseFile), mark)).rejects.toThrow(
      'file is not a database',
    );
  });
});

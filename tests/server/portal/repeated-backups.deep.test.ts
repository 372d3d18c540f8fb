import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { runFarebox } from '../../setup/run-farebox.ts';
import { makeDatabase } from '../../setup/make-database.ts';
import { openPortalUnderTest } from '../../setup/portal-under-test.ts';

let dataFolder: string;
let databaseFile: string;
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'farebox-repeated-'));
  databaseFile = join(dataFolder, 'farebox.db');
  await makeDatabase(databaseFile);
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

interface Repeating {
  child: ChildProcess;
  /** How often it printed a text. */
  printed(text: string): number;
}

function repeat(...args: string[]): Repeating {
  const child = spawn(process.execPath, ['cli/farebox.mjs', 'backup', '--every', '1s', ...args], {
    env: { ...process.env, FAREBOX_DATA: dataFolder, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { child, printed: (text) => output.split(text).length - 1 };
}

const made = "has all of the portal's data";
const ownName = /^farebox-.*Z\.db$/;

test('backups at an interval are made until a signal, and only old ones of its own are deleted', async () => {
  const folder = join(dataFolder, 'backups');
  await mkdir(folder);
  const others = ['farebox-2026-01-01.db', 'mine.db'];
  for (const name of others) await writeFile(join(folder, name), '');
  await mkdir(join(folder, 'farebox-2026-01-01T00-00-00-000Z.db'));
  const { child, printed } = repeat('--keep', '2');
  await expect.poll(() => printed(made)).toBeGreaterThan(3);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  const names = (await readdir(folder)).sort();
  expect(names.filter((name) => !ownName.test(name))).toEqual(others);
  // One of these is the folder.
  expect(names.filter((name) => ownName.test(name))).toHaveLength(3);
});

test('what a killed process had written of a backup is removed once nobody has written it for an hour', async () => {
  const folder = join(dataFolder, 'backups');
  await mkdir(folder);
  const stamp = '2026-01-01T00-00-00-000Z';
  const old = [`farebox-${stamp}.db.part-47`, `farebox-${stamp}.db.part-47-journal`, 'mine.db.part-47'];
  const names = [...old, `farebox-${stamp}.db.part-48`];
  for (const name of names) await writeFile(join(folder, name), 'half');
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const name of old) await utimes(join(folder, name), twoHoursAgo, twoHoursAgo);
  const { printed } = repeat('--keep', '1', folder);
  await expect.poll(() => printed(made)).toBeGreaterThan(0);
  const left = await readdir(folder);
  expect(left.filter((name) => names.includes(name)).sort()).toEqual([
    `farebox-${stamp}.db.part-48`,
    'mine.db.part-47',
  ]);
});

test('a backup that fails is printed, deletes nothing, and the next one is made', async () => {
  const folder = join(dataFolder, 'elsewhere');
  const { printed } = repeat('--keep', '1', folder);
  await expect.poll(() => printed(made)).toBeGreaterThan(0);
  await rename(databaseFile, `${databaseFile}-away`);
  await expect.poll(() => printed('There is nothing to back up: ')).toBeGreaterThan(1);
  expect(await readdir(folder)).toEqual([expect.stringMatching(ownName)]);
  const before = printed(made);
  await rename(`${databaseFile}-away`, databaseFile);
  await expect.poll(() => printed(made)).toBeGreaterThan(before);
});

test('the metrics have the age of the last backup, and nothing if there was none', async () => {
  const portal = await openPortalUnderTest({});
  onTestFinished(() => portal.close());
  const age = async () => /^farebox_backup_age_seconds (\S+)$/m.exec(await portal.metrics.read())?.[1];
  expect(await age()).toBeUndefined();
  const file = join(dataFolder, 'backup.db');
  expect(await runFarebox(portal.dataFolder, ['backup', file])).toMatchObject({ code: 0 });
  expect(Number(await age())).toBeLessThan(60);
  await writeFile(join(portal.dataFolder, 'last-backup'), '2026-01-01T00:00:00.000Z\n');
  expect(Number(await age())).toBeGreaterThan(86_400);
  await rm(join(portal.dataFolder, 'last-backup'));
  expect(Number(await age())).toBeGreaterThan(86_400);
});

test.each([
  [['--every', '6'], /^--every must be an interval such as 30m, 6h or 1d, of at most 20 days, not "6"\./],
  [['--every', '0s'], /^--every must be/],
  [['--every', '21d'], /^--every must be/],
  [['--every', '1h', '--keep', '0'], /^--keep must be a whole number from 1 to 100000, not "0"\./],
  [['--keep', '3', 'backup.db'], /^--keep needs --every/],
  [[], /^Expected farebox backup FILE, or farebox backup --every INTERVAL \[FOLDER\]\./],
])('backup %j is refused', async (args, says) => {
  const { code, err } = await runFarebox(dataFolder, ['backup', ...args]);
  expect([code, err]).toEqual([2, expect.stringMatching(says)]);
});

import { renameSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SumsOnThread } from '../../../server/store/sqlite/sums/sums-on-thread.ts';
import { makeDatabase } from '../../setup/make-database.ts';

let folder: string;
let sums: SumsOnThread;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-sums-'));
  await makeDatabase(join(folder, 'farebox.db'));
  sums = new SumsOnThread(join(folder, 'farebox.db'));
});

afterEach(async () => {
  await sums.close();
  await rm(folder, { recursive: true, force: true });
});

/** Millions of rows. */
const long = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT max(i) AS last FROM n`;

test('a long sum holds nothing else up', async () => {
  await sums.run('SELECT 1', []);
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  expect(await sums.run(long, [3_000_000])).toEqual([{ last: 3_000_000 }]);
  clearImmediate(next);
  expect(turns).toBeGreaterThan(100);
});

test('several sums get the rows of their own', async () => {
  const all = await Promise.all([3, 1, 2].map((last) => sums.run(long, [last])));
  expect(all).toEqual([[{ last: 3 }], [{ last: 1 }], [{ last: 2 }]]);
});

test('a wrong statement fails alone, with the message of the database', async () => {
  const [wrong, right] = await Promise.allSettled([
    sums.run('SELECT "nothing" FROM nowhere', []),
    sums.run(long, [1]),
  ]);
  expect(wrong).toMatchObject({ status: 'rejected', reason: { message: 'no such table: nowhere' } });
  expect(right).toMatchObject({ status: 'fulfilled', value: [{ last: 1 }] });
});

test('sums that wait when it is closed fail, and so do later ones', async () => {
  const waiting = sums.run(long, [3_000_000]);
  const refused = expect(waiting).rejects.toThrow('The thread that adds up for the console ended.');
  await sums.close();
  await refused;
  await expect(sums.run(long, [2])).rejects.toThrow('The thread that adds up for the console ended.');
});

test('an unreadable file fails each sum until it is there, also before the thread has ended', async () => {
  const file = join(folder, 'later.db');
  const ofLater = new SumsOnThread(file);
  const rows = await ofLater.run(long, [1]).catch((error: Error) => {
    expect(error.message).toBe('unable to open database file');
    renameSync(join(folder, 'farebox.db'), file);
    return Promise.all([ofLater.run(long, [3_000_000]), ofLater.run(long, [2])]);
  });
  expect(rows).toEqual([[{ last: 3_000_000 }], [{ last: 2 }]]);
  await ofLater.close();
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandsOn } from '../../setup/run-farebox.ts';
import SqliteDatabase from 'better-sqlite3';

let dataFolder: string;
const { done, refusal } = commandsOn(() => dataFolder);
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'farebox-commands-'));
  await done('account', 'create', 'rich', '--credits', String(Number.MAX_SAFE_INTEGER));
  await done('account', 'create', 'poor');
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

/** All rows that the commands below could leave. */
function rows(): unknown[] {
  const database = new SqliteDatabase(join(dataFolder, 'farebox.db'));
  const tables = ['Account', 'ApiKey', 'Purse', 'Entry'];
  const all = tables.map((table) => database.prepare(`SELECT * FROM ${table}`).all());
  database.close();
  return all;
}

it.each([
  ['account create', ['account', 'create', 'acme', '--credits', '1'], /More credits cannot be issued/],
  ['grant', ['grant', 'poor', '1'], /More credits cannot be issued/],
  ['grant', ['grant', 'rich', '1'], /cannot be added/],
  ['adjust', ['adjust', 'poor', '+1', '--reason', 'x'], /More credits cannot be issued/],
  ['key create', ['key', 'create', 'poor', '--cap-day', '1', '--cap-total', '1e9'], /--cap-total/],
  ['key create', ['key', 'create', 'poor', '--cap-day', '9007199254740993'], /--cap-day/],
])('%s that fails leaves nothing', async (_, args, sentence) => {
  const before = rows();
  expect(await refusal(...args)).toMatch(sentence);
  expect(rows()).toEqual(before);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepLogShort } from '../../../server/store/sqlite/writer/keep-log-short.ts';
import { openWritingConnection } from '../../../server/store/sqlite/writer/open-writing-connection.ts';

const pageBytes = 4_096;

let folder: string;
let file: string;
let database: Database;
let shortenLog: () => void;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-log-'));
  file = join(folder, 'a.db');
  new SqliteDatabase(file).exec('CREATE TABLE Page (key INTEGER PRIMARY KEY, bytes BLOB)').close();
  database = openWritingConnection(file);
  database.pragma('synchronous = OFF');
  shortenLog = keepLogShort(database);
});
afterEach(async () => {
  database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Each commit writes some ten pages. */
function write(commits: number): void {
  const add = database.prepare('INSERT INTO Page (bytes) VALUES (zeroblob(?))');
  for (let count = 0; count < commits; count++) {
    add.run(9 * pageBytes);
    shortenLog();
  }
}

const pagesOfLogFile = () => Math.floor(statSync(`${file}-wal`).size / pageBytes);
const pagesInLog = () =>
  database.prepare<[], { log: number }>('PRAGMA wal_checkpoint(NOOP)').get()?.log ?? Number.NaN;

test('the log stays short however much is written', () => {
  write(2_000);
  expect(pagesOfLogFile()).toBeLessThan(1_200);
});

test('it grows while somebody reads an old state, and is short again after that', () => {
  const reader = new SqliteDatabase(file);
  reader.exec('BEGIN; SELECT count(*) FROM Page');
  write(500);
  expect(pagesInLog()).toBeGreaterThan(5_000);
  reader.exec('COMMIT');
  reader.close();
  write(2_000);
  expect(pagesInLog()).toBeLessThan(1_200);
});

test('a try that fails is left for later, and fails nothing that was written', () => {
  database.exec('BEGIN IMMEDIATE');
  expect(shortenLog).not.toThrow();
  database.exec('ROLLBACK');
  write(4_000);
  expect(pagesOfLogFile()).toBeLessThan(2_300);
});

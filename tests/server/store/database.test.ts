import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../server/store/sqlite/database.ts';
import { makeDatabase } from '../../setup/make-database.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-database-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('Prisma and plain SQL write a moment alike, and read each other', async () => {
  const file = join(folder, 'farebox.db');
  await makeDatabase(file);
  const database = openDatabase(file);
  const plain = new SqliteDatabase(file);
  const moment = new Date('2026-03-01T12:34:56.789Z');
  await database.template.create({ data: { id: 'tpl_prisma', createdAt: moment } });
  plain.prepare('INSERT INTO Template (id, createdAt) VALUES (?, ?)').run('tpl_plain', moment.getTime());

  const stored = plain.prepare('SELECT DISTINCT createdAt, typeof(createdAt) AS type FROM Template').all();
  expect(stored).toEqual([{ createdAt: moment.getTime(), type: 'integer' }]);
  const read = await database.template.findMany({ where: { createdAt: moment }, orderBy: { id: 'asc' } });
  expect(read.map(({ id, createdAt }) => [id, createdAt])).toEqual([
    ['tpl_plain', moment],
    ['tpl_prisma', moment],
  ]);
  plain.close();
  await database.$disconnect();
});

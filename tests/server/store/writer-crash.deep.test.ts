import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { builtScript } from '../../setup/built-script.ts';
import { makeDatabase } from '../../setup/make-database.ts';
import SqliteDatabase from 'better-sqlite3';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-crash-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('whatever was acknowledged is there after kill -9, whole', async () => {
  const databaseFile = join(folder, 'farebox.db');
  await makeDatabase(databaseFile);
  const acknowledged: string[] = [];
  for (const acknowledgements of [1, 17, 80, 250, 600]) {
    acknowledged.push(...(await killedAfter(acknowledgements, databaseFile)));
  }

  const database = new SqliteDatabase(databaseFile);
  const whole = database
    .prepare(
      `SELECT p.slug FROM Product p JOIN TemplateVersion v ON v.key = p.versionKey
         JOIN product_search s ON s.rowid = p.key
        WHERE (SELECT count(*) FROM ProductTag t WHERE t.productKey = p.key) = 3`,
    )
    .pluck()
    .all();
  const missing = acknowledged.filter((slug) => !new Set(whole).has(slug));
  expect(missing).toEqual([]);
  expect(database.prepare('SELECT count(*) FROM Product').pluck().get()).toBe(whole.length);
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  database.close();
});

async function killedAfter(acknowledgements: number, databaseFile: string): Promise<string[]> {
  const script = await builtScript(new URL('./writer-crash-child.ts', import.meta.url));
  const child = spawn(process.execPath, [script, databaseFile, String(acknowledgements)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const acknowledged: string[] = [];
  for await (const slug of createInterface(child.stdout)) {
    acknowledged.push(slug);
    if (acknowledged.length === acknowledgements) child.kill('SIGKILL');
  }
  const [, signal] = await exited;
  expect(signal).toBe('SIGKILL');
  return acknowledged;
}

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderOf, localFiles } from '../../../server/desk/local-backups.ts';

test('a backup was made when its name says so, also if it was copied since', () => {
  const place = { dataFolder: mkdtempSync(join(tmpdir(), 'backups-')), databaseUrl: undefined };
  onTestFinished(() => rmSync(place.dataFolder, { recursive: true }));
  mkdirSync(folderOf(place));
  const file = join(folderOf(place), 'farebox-2026-11-24T12-30-15-250Z.db');
  writeFileSync(file, 'data');
  utimesSync(file, new Date(0), new Date(0));
  expect(localFiles(place)).toMatchObject([{ file, madeAt: '2026-11-24T12:30:15.250Z' }]);
});

import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PagesProcess } from '../../../../server/pages/pages-process.ts';
import { PublishedCounts } from '../../../../server/pages/published-counts.ts';

const { execPath } = process;
const { TMPDIR } = process.env;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-no-pages-'));
  process.env['TMPDIR'] = folder;
  process.execPath = join(folder, 'program');
});
afterEach(() => {
  process.execPath = execPath;
  if (TMPDIR === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = TMPDIR;
  rmSync(folder, { recursive: true });
});

test('a process that cannot be started is started again, leaves no folder, and can be closed', async () => {
  const pages = new PagesProcess(new PublishedCounts(), 'name');
  await expect(pages.ready).rejects.toThrow('ENOENT');
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(process.execPath, '#!/bin/sh\ntouch "$0 ran"\ncat\n', { mode: 0o700 });
  await expect.poll(() => existsSync(`${process.execPath} ran`)).toBe(true);
  await pages.close();
  rmSync(process.execPath);

  const other = new PagesProcess(new PublishedCounts(), 'name');
  await expect(other.ready).rejects.toThrow('ENOENT');
  await other.close();
});

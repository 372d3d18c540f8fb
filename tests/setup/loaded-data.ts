import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fareboxSays } from './farebox.ts';

/**
 * Before the server suite: a data folder with the shipped catalogue in it, which `startPortal` copies. Migrating and
 * loading take two seconds of a processor, and the suite starts dozens of portals.
 */
export default async function loadData(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-loaded-'));
  await fareboxSays(folder, 'apply', 'catalogue');
  process.env['FAREBOX_TEST_LOADED'] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

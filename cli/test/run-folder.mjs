import { mkdtempSync, readdirSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'farebox-run-';

/**
 * One folder for all temporary files of a run of tests and of the processes that it starts. It goes when this process
 * ends; those of runs that were killed go at the start of the next one.
 */
export function openRunFolder() {
  if (process.env['FAREBOX_TEST_FOLDER'] !== undefined) return;
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix)))
    if (!isAlive(Number(name.slice(prefix.length).split('-')[0]))) remove(join(tmpdir(), name));
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  // As /tmp itself: where the tests are root, PostgreSQL and some programs run as other users.
  chmodSync(folder, 0o1777);
  process.env['FAREBOX_TEST_FOLDER'] = folder;
  process.env['TMPDIR'] = folder;
  process.on('exit', () => remove(folder));
}

/** @param {string} folder */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    // Another user's, or still written to: the next run tries again.
    console.error(`${folder} stays: ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

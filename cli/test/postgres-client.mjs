import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from '../start/run-command.mjs';
import { chromium } from './chromium.mjs';
import { StepFailed } from '../start/step.mjs';

const aptLimitMs = 300_000;

/** @type {import('../start/prepare.mjs').Preparation} pg_dump, pg_restore and psql, which operators install. */
export const postgresClient = {
  name: "Installing PostgreSQL's client programs for the tests",
  // Two that install packages of Debian would wait for each other's locks, and fail.
  after: [chromium],
  needed: () => !isInstalled(),
  work: install,
};

function isInstalled() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return ['pg_dump', 'pg_restore', 'psql'].every((name) =>
    folders.some((folder) => isExecutable(join(folder, name))),
  );
}

/**
 * @param {string} root
 * @param {(line: string) => void} say
 */
async function install(root, say) {
  /** @type {string[]} */
  const lines = [];
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'postgresql-client']]) {
      const run = { cwd: root, env, timeLimitMs: aptLimitMs, onLine: say };
      lines.push(...(await runCommand('/usr/bin/apt-get', args, run)).lines);
    }
  }
  if (!isInstalled())
    throw new StepFailed(
      'The tests of backups need pg_dump, pg_restore and psql of PostgreSQL 15 or later. Install them and run the command again; "npm test -- unit browser" does without.',
      lines,
    );
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Not there, or not for us.
    return false;
  }
}

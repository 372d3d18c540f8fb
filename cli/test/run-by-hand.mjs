import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, groundwork, prepare, testDependencies } from '../start/prepare.mjs';
import { postgres } from './postgres.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Runs a test that is too long for `npm test`, with the arguments of this process, and ends with its exit code. Works
 * before node_modules exists, as `npm start` does.
 * @param {string} script
 * @param {import('../start/prepare.mjs').Preparation[]} needs
 */
export async function runByHand(script, needs) {
  await prepare(root, [testDependencies, ...groundwork, build, postgres, ...needs]);
  const args = ['--import', 'tsx', script, ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  process.exit(status ?? 1);
}

import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, groundwork, prepare, testDependencies } from '../start/prepare.mjs';
import { nginx } from './nginx.mjs';
import { postgres } from './postgres.mjs';

// Runs a test that is too long for `npm test`, `crash` or `chaos`, with the arguments of this process, and ends with its
// exit code. Works before node_modules exists, as `npm start` does.

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const [folder, ...given] = process.argv.slice(2);
const needs = folder === 'chaos' ? [nginx] : [];
await prepare(root, [testDependencies, ...groundwork, build, postgres, ...needs]);
const args = ['--import', 'tsx', `tests/${folder}/run.ts`, ...given];
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);

import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, groundwork, prepare } from './start/prepare.mjs';

// Runs before node_modules may exist, as `npm start` does.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
await prepare(root, [...groundwork, build]);
const args = ['--import', 'tsx', 'tests/crash/run.ts', ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);

import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, groundwork, prepare, testDependencies } from './start/prepare.mjs';
import { chromium } from './test/chromium.mjs';
import { postgres } from './test/postgres.mjs';

// Runs before node_modules may exist, as `npm start` does.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const parts = process.argv.slice(2);
const named = parts.filter((part) => part !== '--trial');
const isOfPages = named.length === 0 || named.includes('pages');
const onPostgres = [
  'scale',
  'engines',
  'portals',
  'million-products',
  'postgres-ledger',
  'growth',
  'since',
  'searches',
];
const isOnPostgres = named.some((part) => onPostgres.includes(part));
await prepare(root, [
  testDependencies,
  ...groundwork,
  build,
  ...(isOfPages ? [chromium] : []),
  ...(isOnPostgres ? [postgres] : []),
]);
if (isOfPages || named.includes('reads')) run('node_modules/next/dist/bin/next', 'build', 'bench/plain-next');
run('--import', 'tsx', 'bench/run.ts', ...parts);

/** @param {string[]} args */
function run(...args) {
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
  });
  if (status !== 0) process.exit(status ?? 1);
}

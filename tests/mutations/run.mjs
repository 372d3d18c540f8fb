import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, groundwork, prepare } from '../../cli/start/prepare.mjs';
import { endCommandsOnSignals, runCommand } from '../../cli/start/run-command.mjs';
import { bundleServer } from '../../cli/start/server-bundle.mjs';
import { failedTests } from '../../cli/test/failed-tests.mjs';
import { deep, everyday, reportFile } from '../../cli/test/stages.mjs';
import { faults, withFault } from './faults.mjs';

// Puts one fault after the other into a copy of the checkout, and shows which tests find it. Words choose faults. Without
// --quick, a fault that its own tests do not find meets all others.

/** @typedef {import('./faults.mjs').Fault} Fault */
/** @typedef {{ tier: 'npm test' | 'npm run test:all' | 'not found', tests: string[] }} Finding */

/** So many of twenty faults `npm test` must find, and `npm run test:all` each of them. */
const requiredEveryday = 17;
const limitMs = 2 * 60 * 60_000;

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const args = process.argv.slice(2);
const isQuick = args.includes('--quick');
const words = args.filter((word) => word !== '--quick');
const chosen = faults.filter(({ what }) => words.every((word) => what.includes(word)));

await prepare(root, [...groundwork, build]);
endCommandsOnSignals();
const copy = mkdtempSync(join(tmpdir(), 'farebox-mutations-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
console.log(`Copying the checkout to ${copy}`);
copyCheckout();
const without = await failedOf(chosen.flatMap(({ by }) => by));
if (without.length > 0) throw new Error(`These tests fail without a fault:\n${without.join('\n')}`);

const counts = { 'npm test': 0, 'npm run test:all': 0, 'not found': 0 };
for (const fault of chosen) {
  const started = performance.now();
  const { tier, tests } = await find(fault);
  counts[tier] += 1;
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`\n${fault.what} (${fault.file})\n  ${tier}, ${seconds} s: ${tests[0] ?? '–'}`);
  if (tests.length > 1) console.log(`  and ${tests.length - 1} more`);
}
const found = counts['npm test'] + counts['npm run test:all'];
console.log(
  `\n"npm test" finds ${counts['npm test']} of ${chosen.length} faults, "npm run test:all" ${found}.`,
);
const isEnough = counts['npm test'] >= requiredEveryday || counts['npm test'] === chosen.length;
process.exit(isEnough && found === chosen.length ? 0 : 1);

/**
 * @param {Fault} fault
 * @returns {Promise<Finding>}
 */
async function find(fault) {
  const file = join(copy, fault.file);
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, withFault(source, fault));
  try {
    const own = await failedOf(fault.by);
    if (own.length > 0) return { tier: 'npm test', tests: own };
    if (isQuick) return { tier: 'not found', tests: [] };
    const everydayTests = await failedIn(everyday);
    if (everydayTests.length > 0) return { tier: 'npm test', tests: everydayTests };
    const tests = await failedIn(deep);
    return { tier: tests.length > 0 ? 'npm run test:all' : 'not found', tests };
  } finally {
    writeFileSync(file, source);
  }
}

/**
 * What fails in the first room in which something does.
 * @param {string[]} files
 * @returns {Promise<string[]>}
 */
async function failedOf(files) {
  for (const room of ['unit', 'server', 'contract']) {
    const ofRoom = files.filter((file) => file.startsWith(`tests/${room}/`));
    if (ofRoom.length === 0) continue;
    // Portals and threads of the tests run what is bundled.
    if (room !== 'unit') await bundleServer(copy);
    const report = reportFile(copy, 'mutation');
    rmSync(report, { force: true });
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', `--project=${room}`, ...new Set(ofRoom)];
    const failed = await run(
      [...vitest, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      report,
    );
    if (failed.length > 0) return failed;
  }
  return [];
}

/**
 * The same of the stages of a tier, which build anew what they need.
 * @param {import('../../cli/test/stages.mjs').Stage[]} stages
 */
async function failedIn(stages) {
  for (const { name, report } of stages) {
    if (report === undefined) continue;
    const failed = await run(['cli/test.mjs', name], reportFile(copy, name), report);
    if (failed.length > 0) return failed;
  }
  return [];
}

/**
 * Runs tests in the copy. A run that failed although no test did says nothing.
 * @param {string[]} command
 * @param {string} report
 * @param {'vitest' | 'playwright'} kind
 */
async function run(command, report, kind = 'vitest') {
  const { ok, lines } = await runCommand(process.execPath, command, { cwd: copy, timeLimitMs: limitMs });
  const names = failedTests({ report: kind }, report).map(({ name }) => name);
  if (!ok && names.length === 0) throw new Error(lines.slice(-40).join('\n'));
  return names.map((name) => name.slice(Math.max(0, name.indexOf('tests/'))));
}

/** Sources and what is made of them are copied. Packages are linked, because nothing writes them. */
function copyCheckout() {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const made = ['.next', 'prisma/generated', 'next-env.d.ts', 'node_modules/.cache'];
  const isCopied = (/** @type {string} */ path) =>
    !path.endsWith('.next/cache') && !lstatSync(path).isSocket();
  for (const path of [...listed.stdout.split('\0'), ...made])
    if (path !== '' && existsSync(join(root, path)))
      cpSync(join(root, path), join(copy, path), { recursive: true, filter: isCopied });
  linkFolder('node_modules');
}

/** @param {string} folder */
function linkFolder(folder) {
  mkdirSync(join(copy, folder), { recursive: true });
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (path === 'node_modules/.cache') continue;
    if (entry.isDirectory()) linkFolder(path);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(join(root, path)), join(copy, path));
    else linkSync(join(root, path), join(copy, path));
  }
}

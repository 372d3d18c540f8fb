import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runCommand } from './run-command.mjs';
import { StepFailed } from './step.mjs';

/** A slow registry is waited for, one that never answers is not. */
const installLimitMs = 20 * 60_000;

/**
 * Whether node_modules lacks something that package-lock.json names, or has another version of it. npm keeps what it
 * installed in node_modules/.package-lock.json; optional packages are for other platforms where they are absent.
 * @param {string} root
 * @param {{ tests: boolean }} options whether what only tests and benchmarks need is wanted, too
 */
export function dependenciesAreStale(root, { tests }) {
  const installed = installedPackages(root);
  if (installed === undefined) return true;
  const wanted = readPackages(join(root, 'package-lock.json')) ?? {};
  return Object.entries(wanted).some(([path, entry]) => {
    if (path === '') return false;
    const present = installed[path];
    if (present !== undefined) return present.version !== entry.version;
    return !entry.optional && (tests || !(entry.dev || entry.devOptional));
  });
}

/** @param {string} root */
const installedPackages = (root) => readPackages(join(root, 'node_modules/.package-lock.json'));

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }> | undefined}
 */
function readPackages(file) {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/**
 * Installs what the lockfile names, and leaves it as it is. `npm install` rather than `npm ci`, which refuses a
 * lockfile that lacks another platform's packages; no install scripts, because they download from elsewhere.
 * @param {string} root
 * @param {(line: string) => void} say
 * @param {{ tests: boolean }} options whether what only tests and benchmarks need comes, too. npm removes what it is told
 * to leave out, so it stays wanted once it is there.
 */
export async function installDependencies(root, say, { tests }) {
  const wantsTests = tests || Object.values(installedPackages(root) ?? {}).some(({ dev }) => dev);
  let fetched = 0;
  /** @type {string[]} */
  const lines = [];
  const npm = npmCommand();
  const args = [
    'install',
    '--no-save',
    '--ignore-scripts',
    wantsTests ? '--include=dev' : '--omit=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=http',
  ];
  const result = await runCommand(npm.command, [...npm.args, ...args], {
    cwd: root,
    timeLimitMs: installLimitMs,
    onLine(line) {
      if (/^npm http /.test(line)) say(`${++fetched} answers of the registry`);
      else lines.push(line);
    },
  });
  if (!result.ok) {
    throw new StepFailed(
      'npm could not install the dependencies. The lines above say why; a registry that cannot be reached is the usual cause ("npm ping" tells). Then run the command again.',
      lines,
    );
  }
}

/** The npm that runs this, where npm does; else the one on the path. */
export function npmCommand() {
  const running = process.env.npm_execpath;
  if (running !== undefined && basename(running) === 'npm-cli.js') {
    return { command: process.execPath, args: [running] };
  }
  return process.platform === 'win32'
    ? { command: 'cmd.exe', args: ['/c', 'npm'] }
    : { command: 'npm', args: [] };
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stamp } from '../start/fingerprint.mjs';
import { testDependencies } from '../start/prepare.mjs';
import { runCommand } from '../start/run-command.mjs';
import { StepFailed } from '../start/step.mjs';
import { installDebianPackage, findPrograms, isExecutable } from './debian-package.mjs';

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const shellName = 'chromium-headless-shell';
const downloadLimitMs = 180_000;
const launchLimitMs = 30_000;

/**
 * The browser that an earlier run found, as long as it is there.
 * @param {string} root
 * @returns {string | undefined}
 */
export function rememberedChromium(root) {
  return remembered(memoryFile(root, 'chromium'));
}

/**
 * Chromium without its windows, found by an earlier run: it needs a quarter less of the processors, but knows no PDF.
 * @param {string} root
 * @returns {string | undefined}
 */
export function rememberedShell(root) {
  return remembered(memoryFile(root, shellName));
}

/** @param {string} file */
function remembered(file) {
  if (!existsSync(file)) return undefined;
  const executable = readFileSync(file, 'utf8');
  return existsSync(executable) ? executable : undefined;
}

/** @type {import('../start/prepare.mjs').Preparation} */
export const chromium = {
  name: 'Finding Chromium',
  after: [testDependencies],
  needed: (root) => rememberedChromium(root) === undefined,
  work: chooseChromium,
};

/**
 * Playwright's own Chromium where it can be had, else one on the machine, else Debian's package; the first that opens
 * a page is remembered.
 * @param {string} root
 * @param {(line: string) => void} say
 */
async function chooseChromium(root, say) {
  /** @type {string[]} */
  const refusals = [];
  for (const source of [ownChromium, installedChromium, debianChromium]) {
    const executables = await source(root, say);
    for (const executable of executables) {
      say(`trying ${executable}`);
      const refusal = await refusalToOpenAPage(executable);
      if (refusal === undefined) {
        stamp(memoryFile(root, 'chromium'), executable);
        await chooseShell(root, say);
        return;
      }
      refusals.push(`${executable}: ${refusal}`);
    }
  }
  throw new StepFailed(
    'There is no Chromium for the browser tests: Playwright\'s own could not be downloaded, none on this machine opens a page, and Debian\'s package could not be installed (that needs root). Install Chromium or Chrome and run the command again; "npm test -- unit server contract" does without.',
    refusals,
  );
}

/**
 * The tests do without a shell: then all of them take the whole browser.
 * @param {string} root
 * @param {(line: string) => void} say
 */
async function chooseShell(root, say) {
  if (findPrograms([shellName]).length === 0) await installDebianPackage(shellName, root, say);
  for (const executable of findPrograms([shellName])) {
    say(`trying ${executable}`);
    if ((await refusalToOpenAPage(executable)) !== undefined) continue;
    stamp(memoryFile(root, shellName), executable);
    return;
  }
}

/**
 * @param {string} root
 * @param {(line: string) => void} say
 */
async function ownChromium(root, say) {
  const { chromium } = await import('@playwright/test');
  await runCommand(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'install', 'chromium', '--no-shell'],
    {
      cwd: root,
      // Where the network drops what is sent, each try would take half a minute.
      env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
      timeLimitMs: downloadLimitMs,
      onLine: say,
    },
  );
  const executable = chromium.executablePath();
  return existsSync(executable) ? [executable] : [];
}

async function installedChromium() {
  return [...findPrograms(names), ...places.filter(isExecutable)];
}

/**
 * @param {string} root
 * @param {(line: string) => void} say
 */
async function debianChromium(root, say) {
  await installDebianPackage('chromium', root, say);
  return installedChromium();
}

/** @param {string} executablePath */
async function refusalToOpenAPage(executablePath) {
  const { chromium } = await import('@playwright/test');
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  try {
    const browser = await chromium.launch({ executablePath, args, timeout: launchLimitMs });
    const page = await browser.newPage();
    await page.goto('data:text/html,hello', { timeout: launchLimitMs });
    await browser.close();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * @param {string} root
 * @param {string} name
 */
function memoryFile(root, name) {
  return join(root, 'node_modules/.cache/farebox', name);
}

const isInstalled = () => ['pg_dump', 'pg_restore', 'psql'].every((name) => findPrograms([name]).length > 0);

/** @type {import('../start/prepare.mjs').Preparation} pg_dump, pg_restore and psql, which operators install. */
export const postgresClient = {
  name: "Installing PostgreSQL's client programs for the tests",
  // Two that install packages of Debian would wait for each other's locks, and fail.
  after: [chromium],
  needed: () => !isInstalled(),
  async work(root, say) {
    await installDebianPackage('postgresql-client', root, say);
    if (isInstalled()) return;
    throw new StepFailed(
      'The tests of backups need pg_dump, pg_restore and psql of PostgreSQL 15 or later. Install them and run the command again; "npm test -- unit browser" does without.',
    );
  },
};

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { defineConfig } from 'vitest/config';
import { openRunFolder } from './cli/test/run-folder.mjs';
import { WaitingFirst } from './tests/setup/waiting-first.ts';

openRunFolder();
/** A commit is judged by the same inputs on each machine, and each commit by others. */
process.env['FAREBOX_TEST_SEED'] ||= String(seedOfCommit());

/** A thread that a test starts is outside Vitest and needs TypeScript, too. */
const execArgv = ['--import', 'tsx'];
const setupFiles = ['tests/setup/no-console-errors.ts', 'tests/setup/seed.ts'];
const withQuickPasswords = [...setupFiles, 'tests/setup/quick-passwords.mjs'];
/** By itself Vitest leaves one of two processors alone. */
const maxWorkers = 2;
/** How long a test waits for what must come. A machine that is busy takes its time: past this, nothing comes. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 120_000 } } };

/**
 * Threads are those of the build, wherever a source asks for one beside itself: it takes seconds to read hundreds of
 * sources anew for each.
 */
const builtThreads = {
  name: 'built-threads',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    /^\/(?:server|cli)\//.test(id.replace(import.meta.dirname, '')) &&
    code.replace(
      /'\.\/([a-z-]*(?:thread|worker)[a-z-]*\.mjs)', import\.meta\.url/,
      `'./.next/$1', ${JSON.stringify(pathToFileURL(`${import.meta.dirname}/`).href)}`,
    ),
};

/** What `npm test` leaves out and `npm run test:all` runs: what takes long, kills or starts a portal, or needs PostgreSQL. */
const deep = '**/*.deep.test.{ts,tsx}';

/** A few kills and one sabotage, for `npm test`. */
const promise = 'tests/crash/promise.test.ts';

/** They look at how long something takes, so nothing else may run beside them. */
const ofTime = ['tests/server/{http/large-bodies,gateway/time-of-upstreams}.deep.test.ts'];

/** What callers may do and suffer, and what a store keeps, must not depend on the engine. */
const onBothEngines = testsOf(
  'tests/server',
  (text) =>
    /setup\/(engine|engines|catalogue)-[a-z-]+\.ts|@both-engines/.test(text) && !text.includes('bothEngines'),
);

/** The files of tests in a folder whose text meets the condition. */
function testsOf(folder: string, condition: (text: string) => boolean): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`)
    .filter((file) => condition(readFileSync(file, 'utf8')));
}

/**
 * Files of the contract whose outcome is that of statements and transactions: money, lists, rows of people and accounts.
 * The others are not run again on PostgreSQL, where they would read through the same functions: forms of requests and
 * answers, calls and estimates of one caller, agents and their sign-in (tests/server/callers is on both), documents,
 * pages, products that are shipped, rights that are asked before anything is read, and the process of a portal.
 */
const ofStatements = [
  ...[
    'addresses',
    'alerts',
    'archive',
    'archive-api',
    'approvals',
    'backtest',
    'catalogue',
    'coming-price',
    'credentials',
    'saved-backtests',
    'erase-person',
    'face',
    'featured',
    'follow',
    'imports',
    'keys',
    'list',
    'list-orders',
    'members',
    'money',
    'operator',
    'operator-writes',
    'pages',
    'price-preview',
    'private-products',
    'tags',
    'terms',
    'upstreams',
  ],
  ...['registration', 'see-as', 'session', 'spendable', 'usage', 'webhooks'],
];

interface OfServer {
  exclude?: string[];
  /** Many files wait for most of their time: for what the portal ends after seconds. */
  maxWorkers?: number;
  env?: Record<string, string>;
}

function server(name: string, include: string[], { exclude = [], maxWorkers = 3, env = {} }: OfServer) {
  return {
    plugins: [builtThreads],
    test: {
      name,
      include,
      exclude,
      env,
      globalSetup: 'tests/setup/loaded-data.ts',
      setupFiles: withQuickPasswords,
      ...patience,
      // What a file loads is loaded for the next one, too. Each closes the portal that it opened.
      isolate: false,
      maxWorkers,
    },
  };
}

/** Random tests draw few cases in `npm test`, and five times as many in `npm run test:all`. */
const random = testsOf('tests/unit', (text) => text.includes('setup/runs.ts'));
const fiveTimes = { FAREBOX_TEST_RUNS: `${5 * Number(process.env['FAREBOX_TEST_RUNS'] || 1)}` };

function unit(name: string, include: string[], exclude: string[] = [], env: Record<string, string> = {}) {
  // What a file loads is loaded for the next one, too.
  return {
    plugins: [builtThreads],
    test: {
      name,
      include,
      exclude,
      env,
      maxWorkers,
      setupFiles: [...setupFiles, 'tests/setup/clean-page.ts'],
      ...patience,
      isolate: false,
    },
  };
}

/** `inject('portalUrl')` is the server that it speaks to, on the engine of its name. */
function contract(name: string, include: string[]) {
  return {
    plugins: [builtThreads],
    test: {
      name,
      include,
      globalSetup: 'tests/setup/contract-portal.ts',
      setupFiles,
      ...patience,
      isolate: false,
      // All of its files speak to one server, and some change it.
      maxWorkers: 1,
    },
  };
}

export default defineConfig({
  test: {
    sequence: { sequencer: WaitingFirst },
    // What one run or project has translated is not translated again: half of what a stage costs before its first test.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest-modules' },
    projects: [
      unit('unit', ['tests/unit/**/*.test.{ts,tsx}'], [deep]),
      unit('unit-deep', [`tests/unit/${deep}`, ...random], [], fiveTimes),
      server('server', ['tests/server/**/*.test.ts'], { exclude: [deep], maxWorkers: 2 }),
      server('server-deep', [`tests/server/${deep}`], { exclude: ofTime }),
      server('server-by-itself', ofTime, { maxWorkers: 1 }),
      server('server-on-postgres', onBothEngines, { env: { FAREBOX_TEST_ENGINE: 'postgresql' } }),
      {
        test: {
          name: 'agents',
          include: ['tests/agents/**/*.test.ts'],
          setupFiles,
          ...patience,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'crash',
          include: ['tests/crash/**/*.test.ts'],
          exclude: [promise],
          setupFiles,
          execArgv,
          ...patience,
          testTimeout: 900_000,
          maxWorkers: 1,
          maxConcurrency: 2,
        },
      },
      { test: { name: 'promise', include: [promise], setupFiles, execArgv, ...patience, maxWorkers: 1 } },
      {
        test: {
          name: 'chaos',
          include: ['tests/chaos/**/*.test.ts'],
          setupFiles,
          execArgv,
          ...patience,
          testTimeout: 900_000,
          maxWorkers: 1,
        },
      },
      contract('contract', ['tests/contract/**/*.test.ts']),
      contract('contract-on-postgres', [`tests/contract/{${ofStatements.join()}}.test.ts`]),
    ],
  },
});

function seedOfCommit() {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' });
    return Number.parseInt(commit.slice(0, 7), 16);
  } catch {
    return Math.floor(Math.random() * 2 ** 31);
  }
}

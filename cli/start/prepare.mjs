import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dependenciesAreStale, installDependencies } from './dependencies.mjs';
import { fingerprint, isStamped, stamp } from './fingerprint.mjs';
import {
  hasNoNativeModule,
  makeNativeModule,
  makeNativeModuleAhead,
  nativeModuleWorks,
} from './native-module.mjs';
import { buildPortal, portalBuildIsStale } from './portal-build.mjs';
import { endCommands, runCommand } from './run-command.mjs';
import { runStep, StepFailed } from './step.mjs';

/**
 * @typedef {object} Preparation
 * @property {string} name
 * @property {Preparation[]} after what it cannot begin without
 * @property {(root: string) => boolean} needed
 * @property {(root: string, say: (line: string) => void) => Promise<void>} work
 */

/** @type {Preparation} */
export const dependencies = {
  name: 'Installing the dependencies',
  after: [],
  needed: (root) => dependenciesAreStale(root, { tests: false }),
  work: (root, say) => installDependencies(root, say, { tests: false }),
};

/** The build runs beside it: it only adds. @type {Preparation} */
export const testDependencies = {
  name: 'Installing what only tests need',
  after: [dependencies],
  needed: (root) => dependenciesAreStale(root, { tests: true }),
  work: (root, say) => installDependencies(root, say, { tests: true }),
};

/** It runs beside the installation of a fresh clone. @type {Preparation} */
const nativeModuleAhead = {
  name: "Making SQLite's native module ahead",
  after: [],
  needed: hasNoNativeModule,
  work: makeNativeModuleAhead,
};

/** @type {Preparation} */
export const nativeModule = {
  name: "Making SQLite's native module",
  after: [dependencies, nativeModuleAhead],
  needed: (root) => !nativeModuleWorks(root),
  work: makeNativeModule,
};

/** @type {Preparation} */
export const client = {
  name: 'Generating the database client',
  after: [dependencies],
  needed: generatedClientIsStale,
  work: generateClient,
};

/** The build opens no database, so it runs while the native module is compiled. @type {Preparation} */
export const build = {
  name: 'Building the pages and the server',
  after: [client],
  needed: portalBuildIsStale,
  work: buildPortal,
};

/** The project's TypeScript cannot run without these. */
export const groundwork = [dependencies, nativeModule, client];

/**
 * Does those preparations that are needed, side by side where they can be, and returns their names with the seconds
 * that each took. One that fails ends the others.
 * @param {string} root
 * @param {Preparation[]} preparations
 */
export async function prepare(root, preparations) {
  const { all, done } = startPreparing(root, preparations);
  try {
    await Promise.all(all.values());
  } catch (error) {
    endCommands();
    throw error;
  }
  return done;
}

/**
 * The same, with a promise for each preparation. It rejects where the preparation fails, or one that it comes after.
 * @param {string} root
 * @param {Preparation[]} preparations
 */
export function startPreparing(root, preparations) {
  /** @type {{ name: string, seconds: number }[]} */
  const done = [];
  /** @type {Map<Preparation, Promise<void>>} */
  const all = new Map();
  const run = async (/** @type {Preparation} */ { name, after, needed, work }) => {
    await Promise.all(after.map((earlier) => all.get(earlier)));
    if (!needed(root)) return;
    const step = await runStep(name, (say) => work(root, say));
    done.push({ name, seconds: step.seconds });
  };
  for (const preparation of inOrder(preparations)) {
    const running = run(preparation);
    // The callers await it. Without this, Node would end the process when it fails before they do.
    running.catch(() => {});
    all.set(preparation, running);
  }
  return { all, done };
}

/**
 * With those that they come after, each behind these.
 * @param {Preparation[]} preparations
 * @returns {Preparation[]}
 */
function inOrder(preparations) {
  return [...new Set(preparations.flatMap((one) => [...inOrder(one.after), one]))];
}

const sources = ['prisma/schema.prisma', 'prisma/generate.ts', 'node_modules/@prisma/internals/package.json'];
const generateLimitMs = 3 * 60_000;

/** @param {string} root */
export function generatedClientIsStale(root) {
  const made = (/** @type {string} */ engine) =>
    existsSync(join(root, `prisma/generated/${engine}/client.ts`));
  return !made('sqlite') || !made('postgresql') || !isStamped(stampFile(root), fingerprint(root, sources));
}

/**
 * @param {string} root
 * @param {(line: string) => void} say
 */
export async function generateClient(root, say) {
  const made = fingerprint(root, sources);
  const result = await runCommand(process.execPath, ['--import', 'tsx', 'prisma/generate.ts'], {
    cwd: root,
    timeLimitMs: generateLimitMs,
    onLine: say,
  });
  if (!result.ok) {
    throw new StepFailed(
      'The database client could not be generated from prisma/schema.prisma. The lines above say why.',
      result.lines,
    );
  }
  stamp(stampFile(root), made);
}

/** @param {string} root */
function stampFile(root) {
  return join(root, 'node_modules/.cache/farebox/generated-client');
}

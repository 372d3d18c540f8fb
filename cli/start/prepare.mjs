import { dependenciesAreStale, installDependencies } from './dependencies.mjs';
import { generateClient, generatedClientIsStale } from './generated-client.mjs';
import { makeNativeModule, nativeModuleWorks } from './native-module.mjs';
import { buildPortal, portalBuildIsStale } from './portal-build.mjs';
import { runStep } from './step.mjs';

/** @typedef {{ name: string, needed: (root: string) => boolean, work: (root: string, say: (line: string) => void) => Promise<void> }} Preparation */

/** What must be true before TypeScript of the project can run, in order. @type {Preparation[]} */
export const groundwork = [
  { name: 'Installing the dependencies', needed: dependenciesAreStale, work: installDependencies },
  {
    name: "Making SQLite's native module",
    needed: (root) => !nativeModuleWorks(root),
    work: makeNativeModule,
  },
  { name: 'Generating the database client', needed: generatedClientIsStale, work: generateClient },
];

/** @type {Preparation} */
export const build = {
  name: 'Building the pages and the server',
  needed: portalBuildIsStale,
  work: buildPortal,
};

/**
 * Does those preparations that are needed, and returns their names with the seconds that each took.
 * @param {string} root
 * @param {Preparation[]} preparations
 */
export async function prepare(root, preparations) {
  /** @type {{ name: string, seconds: number }[]} */
  const done = [];
  for (const { name, needed, work } of preparations) {
    if (!needed(root)) continue;
    const { seconds } = await runStep(name, (say) => work(root, say));
    done.push({ name, seconds });
  }
  return done;
}

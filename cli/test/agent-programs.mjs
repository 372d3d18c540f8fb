import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installDependencies } from '../start/dependencies.mjs';
import { fingerprint, isStamped, stamp } from '../start/fingerprint.mjs';
import { dependencies } from '../start/prepare.mjs';

const from = 'tests/agents';
const manifests = ['package.json', 'package-lock.json'];

/** @param {string} root */
const folderOf = (root) => join(root, 'node_modules/.cache/farebox/agent-programs');
/** @param {string} root */
const stampOf = (root) => join(folderOf(root), 'stamp');
/** @param {string} root */
const madeOf = (root) => fingerprint(root, [`${from}/package-lock.json`]);

/**
 * A program of theirs.
 * @param {string} root
 * @param {string} path below node_modules
 */
export const agentProgram = (root, path) => join(folderOf(root), 'node_modules', path);

/**
 * The file that an import of a package begins with.
 * @param {string} root
 * @param {string} name
 */
export const agentPackage = (root, name) => createRequire(join(folderOf(root), 'package.json')).resolve(name);

/** Clients of agents and the suite of their protocol, which only the tests need: half a gigabyte. @type {import('../start/prepare.mjs').Preparation} */
export const agentPrograms = {
  name: 'Installing the clients of agents',
  after: [dependencies],
  needed: (root) => !isStamped(stampOf(root), madeOf(root)),
  async work(root, say) {
    const folder = folderOf(root);
    mkdirSync(folder, { recursive: true });
    for (const name of manifests) copyFileSync(join(root, from, name), join(folder, name));
    await installDependencies(folder, say, { tests: true });
    stamp(stampOf(root), madeOf(root));
  },
};

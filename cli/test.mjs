import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithNpm } from './start/run-command.mjs';
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
const { runStages, showFailures, showSums } = await import('./test/run-stages.mjs');
const { openRunFolder } = await import('./test/run-folder.mjs');

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
openRunFolder();
const started = performance.now();
const results = [];
for (const round of rounds) results.push(...(await runStages(root, round)));
console.log();
showFailures(root, results);
const minutes = wanted.includes('--all') ? 30 : wanted.length === 0 ? 10 : undefined;
showSums(root, results, { minutes, seconds: (performance.now() - started) / 1000 });
if (wanted.length === 0)
  console.log(`Left out: ${deep.map(({ name }) => name).join(', ')}. "npm run test:all" runs them, too.`);
const passed = results.reduce((sum, { counts }) => sum + counts.passed, 0);
const failed = results.reduce((sum, { counts }) => sum + counts.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

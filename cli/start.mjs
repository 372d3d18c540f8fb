import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithNpm } from './start/run-command.mjs';
import { nodeVersionRefusal } from './start/node-version.mjs';

// Runs before node_modules exists: Node's own modules only. Each step costs nothing where it is not needed. The
// database is migrated, and its first catalogue loaded, by server/main, which holds the lease of the data folder.
const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @type {{ engines: { node: string } }} */
const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const refusal = nodeVersionRefusal(process.versions.node, engines.node);
if (refusal !== undefined) {
  console.error(refusal);
  process.exit(2);
}

const args = process.argv.slice(2);
const usage = `Usage: npm start [-- OPTION]

  --build-only  End when everything is built, for an image
  --no-build    Start what is built, as it is: where the program cannot be written
  --dev         Serve pages as they are written (npm run dev)
  --help        Show this help

The settings are environment variables: docs/settings.md lists them.`;
if (args.includes('--help') || args.includes('-h')) {
  console.log(usage);
  process.exit(0);
}
const unknown = args.find((arg) => !['--dev', '--build-only', '--no-build'].includes(arg));
if (unknown !== undefined) {
  console.error(`There is no option "${unknown}".\n\n${usage}`);
  process.exit(2);
}

const { build, groundwork, prepare } = await import('./start/prepare.mjs');
const { serve } = await import('./start/serve.mjs');
const { StepFailed } = await import('./start/step.mjs');

endWithNpm();
const dev = args.includes('--dev');
const buildOnly = args.includes('--build-only');
const noBuild = args.includes('--no-build');
try {
  const started = performance.now();
  const steps = dev ? groundwork : [...groundwork, build];
  const done = noBuild ? [] : await prepare(root, steps);
  if (done.length > 1) printDurations(done, (performance.now() - started) / 1_000);
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  console.error(error.lines.slice(-40).join('\n'));
  console.error(`\n${error.message}`);
  process.exit(1);
}
if (!buildOnly) serve(root, { dev });

/**
 * @param {{ name: string, seconds: number }[]} done
 * @param {number} total less than the sum where some were done side by side
 */
function printDurations(done, total) {
  console.log();
  for (const { name, seconds } of [...done, { name: 'In all', seconds: total }]) {
    console.log(`  ${name.padEnd(34)}${seconds.toFixed(1).padStart(8)} s`);
  }
  console.log();
}

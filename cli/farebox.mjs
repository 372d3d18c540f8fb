#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

if (!existsSync(new URL('../node_modules/tsx', import.meta.url))) {
  console.error('Farebox is not set up yet: run npm start (or npm install) in its folder first.');
  process.exit(2);
}
// A reader that has seen enough, such as `head`, ends the command, as it ends other programs.
process.stdout.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(141);
});
process.exitCode = await (await loadCommands())(process.argv.slice(2));

/** The built bundle, unless a source has changed since. Loading hundreds of sources takes a second longer. */
async function loadCommands() {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const { commandBundle } = await import('./start/server-bundle.mjs');
  const { portalBuildIsStale } = await import('./start/portal-build.mjs');
  if (!portalBuildIsStale(root)) {
    /** @type {typeof import('./farebox.ts')} */
    const built = await import(pathToFileURL(join(root, commandBundle)).href);
    return built.farebox;
  }
  const { register } = await import('tsx/esm/api');
  register();
  const { farebox } = await import('./farebox.ts');
  return farebox;
}

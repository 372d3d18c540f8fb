import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { bundleServer } from '../../cli/start/server-bundle.mjs';
import type { Sabotage } from './sabotages.ts';

let before: Promise<void> = Promise.resolve();

/** Bundles the server with one module replaced, one folder below the root as every bundle, for as long as `use` takes. */
export async function withSabotagedBundle<Result>(
  sabotage: Pick<Sabotage, 'module' | 'replacement'>,
  use: (bundle: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp('.crash-');
  try {
    let replaced = false;
    const plugin = replacing(sabotage, () => {
      replaced = true;
    });
    // A bundle that is done ends the bundler of all.
    const bundled = before.then(() => bundleServer(resolve('.'), { folder, plugins: [plugin] }));
    before = bundled.catch(() => {});
    await bundled;
    if (!replaced) throw new Error(`The server does not use ${sabotage.module} any more.`);
    return await use(join(folder, 'portal.mjs'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The replacement itself gets the module as it is. */
function replacing(
  { module, replacement }: Pick<Sabotage, 'module' | 'replacement'>,
  onReplaced: () => void,
): Plugin {
  const [from, to] = [resolve(module), resolve(replacement)];
  return {
    name: 'sabotage',
    setup(build) {
      build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir, importer }) => {
        if (importer === to || resolve(resolveDir, path) !== from) return undefined;
        onReplaced();
        return { path: to };
      });
    },
  };
}

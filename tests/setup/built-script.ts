import { rename, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { build } from 'esbuild';
import { oneFile } from '../../cli/start/server-bundle.mjs';

/**
 * A script that a test runs in a process of its own, as one file beside the threads of the build: Node would take
 * seconds to find and translate the hundreds of sources that it imports.
 */
export async function builtScript(script: URL): Promise<string> {
  const file = `.next/of-tests-${basename(script.pathname, '.ts')}.mjs`;
  const { outputFiles } = await build({ ...oneFile, entryPoints: [script.pathname], write: false });
  const unnamed = `${file}.${process.pid}`;
  for (const { contents } of outputFiles) await writeFile(unnamed, contents);
  // Another file of tests may run the same script meanwhile.
  await rename(unnamed, file);
  return file;
}

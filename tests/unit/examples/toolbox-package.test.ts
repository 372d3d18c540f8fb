import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { dependencies } from '../../../examples/toolbox/package.json' with { type: 'json' };

const folder = 'examples/toolbox';

/** The files that the toolbox is made of, each with what it imports. */
async function toolboxFiles() {
  const { metafile } = await build({
    entryPoints: ['main.ts', 'refresh-examples.ts', 'work/worker-entry.mjs'].map(
      (name) => `${folder}/${name}`,
    ),
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    outdir: 'unwritten',
    write: false,
    metafile: true,
  });
  return Object.entries(metafile.inputs);
}

it('is made of its own files', async () => {
  const files = (await toolboxFiles()).map(([file]) => file);
  expect(files.filter((file) => !file.startsWith(`${folder}/`))).toEqual([]);
});

it('lists the packages that it imports itself, and no others', async () => {
  const imports = (await toolboxFiles()).flatMap(([, file]) => file.imports);
  const names = imports
    .filter(({ external, path }) => external && !path.startsWith('node:'))
    .map(({ path }) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'));
  expect([...new Set(names)].sort()).toEqual(Object.keys(dependencies).sort());
});

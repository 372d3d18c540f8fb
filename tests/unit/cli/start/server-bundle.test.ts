import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundleServer, serverBundle } from '../../../../cli/start/server-bundle.mjs';

let root = '';

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'farebox-bundle-')));
  write('server/main.ts', "import { price } from '../lib/price.ts';\nconsole.log(price);");
  write('server/pages/main.ts', 'export {};');
  write('server/pages/front-thread.ts', 'export {};');
  write('server/store/sqlite/writer/thread.ts', 'export {};');
  write('server/store/sqlite/check/check-thread.ts', 'export {};');
  write('server/store/sqlite/sums/sums-thread.ts', 'export {};');
  write('server/inputs/input-thread.ts', 'export {};');
  write('server/people/password-thread.ts', 'export {};');
  write('lib/price.ts', "export const price: string = 'one credit';");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

function run(): string {
  return execFileSync(process.execPath, [serverBundle], { cwd: root, encoding: 'utf8' }).trim();
}

it('holds the sources as they are when it is made', async () => {
  await bundleServer(root);
  expect(run()).toBe('one credit');
  write('lib/price.ts', "export const price: string = 'two credits';");
  expect(run()).toBe('one credit');
  await bundleServer(root);
  expect(run()).toBe('two credits');
});

it('stands where a source of server/ finds the root, and the thread of the writer beside it', async () => {
  write(
    'server/main.ts',
    "for (const place of ['..', './thread-entry.mjs']) console.log(new URL(place, import.meta.url).pathname);",
  );
  await bundleServer(root);
  const [folder, thread = ''] = run().split('\n');
  expect(folder).toBe(`${root}/`);
  expect(existsSync(thread)).toBe(true);
});

it('lets a package that is no ECMAScript module require what is built into Node', async () => {
  write('node_modules/platform/index.js', "module.exports = require('node:os').platform();");
  write('server/main.ts', "import platform from 'platform';\nconsole.log(platform);");
  await bundleServer(root);
  expect(run()).toBe(process.platform);
});

it('refuses a source that cannot be translated, and names it', async () => {
  write('lib/price.ts', 'export const price = ;');
  await expect(bundleServer(root)).rejects.toMatchObject({
    message: expect.stringContaining('could not be bundled'),
    lines: expect.arrayContaining([expect.stringContaining('lib/price.ts:1:21')]),
  });
});

it('loads the package for agents when they first ask, not when the portal starts', async () => {
  const imports = await packageImports(resolve('.'));
  const ofAgents = imports.filter(({ path }) => path.startsWith('@modelcontextprotocol/'));
  expect(ofAgents).toEqual([expect.objectContaining({ kind: 'dynamic-import' })]);
});

/** What the bundled server imports from packages, and how. */
async function packageImports(from: string): Promise<{ path: string; kind: string }[]> {
  const imports: { path: string; kind: string }[] = [];
  const plugin: Plugin = {
    name: 'imports',
    setup(build) {
      Object.assign(build.initialOptions, { metafile: true, write: false });
      build.onEnd(({ metafile }) => {
        for (const output of Object.values(metafile?.outputs ?? {})) imports.push(...output.imports);
      });
    },
  };
  await bundleServer(from, { plugins: [plugin] });
  return imports;
}

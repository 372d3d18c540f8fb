import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundleServer, serverBundle } from '../../../../cli/start/server-bundle.mjs';

let root = '';

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'farebox-bundle-')));
  write('server/main.ts', "import { price } from '../lib/price.ts';\nconsole.log(price);");
  write('server/start/pages-main.ts', 'export {};');
  write('server/pages/front-thread.ts', 'export {};');
  write('server/store/sqlite/writer/thread.ts', 'export {};');
  write('server/store/sqlite/sums/sums-thread.ts', 'export {};');
  write('server/inputs/input-thread.ts', 'export {};');
  write('server/people/password-thread.ts', 'export {};');
  write('server/desk/import-thread-entry.ts', 'export {};');
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

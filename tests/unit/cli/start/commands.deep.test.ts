import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fingerprint, stamp } from '../../../../cli/start/fingerprint.mjs';
import { portalBuildSources } from '../../../../cli/start/portal-build.mjs';
import { commandBundle, serverBundle } from '../../../../cli/start/server-bundle.mjs';

let root = '';
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'farebox-commands-')));
  cpSync('cli', join(root, 'cli'), { recursive: true });
  for (const name of ['lib', 'server', 'prisma', 'node_modules', 'package.json'])
    symlinkSync(resolve(name), join(root, name));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

function help(): string {
  return execFileSync(process.execPath, [join(root, 'cli/farebox.mjs'), '--help'], { encoding: 'utf8' });
}

it('the command line runs from its sources until it is built, as built, and from what has changed since', () => {
  expect(help()).toContain('Farebox, the command line');
  write('.next/BUILD_ID', 'build');
  write(serverBundle, '');
  write(commandBundle, "export const farebox = async () => void process.stdout.write('as built');");
  stamp(join(root, '.next/farebox-sources'), fingerprint(root, portalBuildSources));
  expect(help()).toBe('as built');
  appendFileSync(join(root, 'cli/farebox.ts'), '\n// A later thought.\n');
  expect(help()).toContain('Farebox, the command line');
});

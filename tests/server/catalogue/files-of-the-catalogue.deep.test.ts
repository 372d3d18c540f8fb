import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runFarebox } from '../../setup/run-farebox.ts';
import { entryText, writeCatalogue } from './catalogue-folder.ts';

let home: string;
let folder: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'farebox-files-'));
  folder = join(home, 'catalogue');
  await mkdir(join(home, 'data'));
  await writeFile(join(home, 'data', 'secret'), 'the secret of the portal');
  await writeFile(
    join(home, 'openapi.yaml'),
    "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: {}\n",
  );
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function refused(args: string[]): Promise<string> {
  const { code, out, err } = await runFarebox(join(home, 'portal'), args);
  expect(err + out).not.toMatch(/the secret of the portal|root:/);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).not.toMatch(/\n\s+at /);
  return err;
}

const applied = (changes: Record<string, string>, files: Record<string, string> = {}) =>
  writeCatalogue(folder, { 'a.yaml': entryText('a', changes), ...files }).then(() =>
    refused(['apply', folder, '--dry-run']),
  );

describe('a catalogue names only files of its own folder', () => {
  const doc = (path: string) => ({ doc: `doc: { file: ${path} }` });
  const document = (path: string) => ({ operation: `operation: { document: ${path}, id: a }` });

  test.each([
    ['above the folder', doc('../data/secret')],
    ['by its whole path', doc('/etc/passwd')],
    ['of the system that says it is empty', doc('/proc/self/environ')],
    ['that is a device', doc('/dev/zero')],
    ['above the folder, as a document', document('../openapi.yaml')],
    ['that is a device, as a document', document('/dev/zero')],
  ])('a file %s', async (_what, changes) => {
    expect(await applied(changes)).toContain('is outside the applied folder');
  });

  test.each([
    ['a secret', '../data/secret'],
    ['a device', '/dev/zero'],
    ['a folder above', '..'],
  ])('a symbolic link to %s', async (_what, target) => {
    await mkdir(folder);
    await symlink(target, join(folder, 'link'));
    const path = target === '..' ? 'link/data/secret' : 'link';
    expect(await applied(doc(path))).toContain('is outside the applied folder');
    expect(await applied(document(path))).toContain('is outside the applied folder');
  });

  test('a pipe that nobody writes to', async () => {
    await mkdir(folder);
    execFileSync('mkfifo', [join(folder, 'pipe.md')]);
    expect(await applied(doc('pipe.md'))).toContain('pipe.md is not a regular file');
    expect(await applied(document('pipe.md'))).toContain('it is not a regular file');
  });

  test('a folder', async () => {
    await mkdir(join(folder, 'notes'), { recursive: true });
    expect(await applied(doc('notes'))).toContain('notes is not a regular file');
  });

  test('a file of five gigabytes, of which nothing is written', async () => {
    await mkdir(folder);
    await writeFile(join(folder, 'large.md'), '');
    await truncate(join(folder, 'large.md'), 5 * 1024 ** 3);
    expect(await applied(doc('large.md'))).toContain('Expected at most 256 KiB of documentation');
    expect(await applied(document('large.md'))).toContain('it is larger than 32 MiB');
  });

  test('a link within the folder, and a folder that is a link itself, are read', async () => {
    await writeCatalogue(folder, { 'docs/a.md': '# A', 'a.yaml': entryText('a', doc('link.md')) });
    await symlink('docs/a.md', join(folder, 'link.md'));
    await symlink(folder, join(home, 'elsewhere'));
    const { code, err } = await runFarebox(join(home, 'portal'), [
      'apply',
      join(home, 'elsewhere'),
      '--dry-run',
    ]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });
});

describe('what never ends is not waited for', () => {
  test.each([
    ['import', '/dev/zero'],
    ['import', '/dev/tty'],
    ['verify', '/dev/zero'],
  ])('%s %s', async (command, file) => {
    expect(await refused([command, file])).toMatch(/is not a regular file|cannot be read/);
  });

  test.each(['import', 'verify'])('%s of a pipe that nobody writes to', async (command) => {
    const pipe = join(home, 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(await refused([command, pipe])).toContain('is not a regular file');
  });

  test.each(['import', 'verify'])('%s of five gigabytes, of which nothing is written', async (command) => {
    const file = join(home, 'large');
    await writeFile(file, '');
    await truncate(file, 5 * 1024 ** 3);
    expect(await refused([command, file])).toMatch(/MiB/);
  });

  test('apply of a folder with a pipe, a loop of links and a folder named like a file', async () => {
    await writeCatalogue(folder, { 'a.yaml': entryText('a'), 'b.yaml/c.yaml': entryText('c') });
    execFileSync('mkfifo', [join(folder, 'pipe.yaml')]);
    await symlink('.', join(folder, 'loop'));
    await symlink('/dev/zero', join(folder, 'zero.yaml'));
    const { code, out, err } = await runFarebox(join(home, 'portal'), ['apply', folder, '--dry-run']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/\ba\b[^]*\bc\b/);
  });

  test('apply of an entry of five gigabytes', async () => {
    await writeCatalogue(folder, { 'a.yaml': '' });
    await truncate(join(folder, 'a.yaml'), 5 * 1024 ** 3);
    expect(await refused(['apply', folder])).toContain('Expected a file of at most 1 MiB');
  });
});

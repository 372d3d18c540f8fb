import { execFile, execFileSync, type ExecFileOptions } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SettingsError } from '../../../server/env.ts';
import { readSecrets } from '../../../server/portal/read-secrets.ts';
import { builtScript } from '../../setup/built-script.ts';
import { failedStart } from '../../setup/failed-start.ts';

const child = builtScript(new URL('./read-secrets-child.ts', import.meta.url));
const fullDisk = fileURLToPath(new URL('../../setup/full-disk.cjs', import.meta.url));

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-secret-'));
  file = join(folder, 'secret');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function readInProcess(command: string[] = [], options: ExecFileOptions = {}): Promise<string> {
  const [program = '', ...args] = [...command, process.execPath, await child, folder];
  const { stdout } = await promisify(execFile)(program, args, options);
  return String(stdout);
}

const unusable: [what: string, make: () => void, says: string][] = [
  ['empty', () => writeFileSync(file, ''), 'has fewer than 32 characters'],
  ['blank', () => writeFileSync(file, ' \n'.repeat(40)), 'has fewer than 32 characters'],
  ['short', () => writeFileSync(file, 'x'.repeat(31)), 'has fewer than 32 characters'],
  ['short in a line', () => writeFileSync(file, `${'x'.repeat(32)}\n${'y'.repeat(31)}`), 'has a secret of fewer than 32 characters'],
  ['nothing but zeros', () => writeFileSync(file, Buffer.alloc(64)), 'is not text'],
  ['no text', () => writeFileSync(file, Buffer.alloc(64, 0xff)), 'is not text'],
  ['absurdly long', () => writeFileSync(file, 'x'.repeat(4_097)), 'has more than 4096 bytes'],
  ['a folder', () => mkdirSync(file), 'is not a regular file'],
  ['a pipe', () => execFileSync('mkfifo', [file]), 'is not a regular file'],
  ['a device', () => symlinkSync('/dev/zero', file), 'is not a regular file'],
  ['a link that leads nowhere', () => symlinkSync(join(folder, 'absent'), file), 'cannot be read or created'],
]; // biome-ignore format: a table

describe('a secret that is', () => {
  it.each(unusable)('%s is refused with a sentence', (_, make, says) => {
    make();
    expect(() => readSecrets({ dataFolder: folder }, undefined)).toThrow(SettingsError);
    expect(() => readSecrets({ dataFolder: folder }, undefined)).toThrow(`The secret ${file} ${says}`);
    expect(readdirSync(folder)).toEqual(['secret']);
  });

  it('not readable is refused with a sentence', async () => {
    writeFileSync(file, 'x'.repeat(64), { mode: 0o000 });
    // Nothing is unreadable to root.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) execFileSync('chmod', ['755', folder]);
    const said = await readInProcess([], isRoot ? { uid: 65_534, gid: 65_534 } : {});
    expect(said).toMatch(`The secret ${file} cannot be read or created (EACCES`);
  });

  it.each([
    ['empty', () => writeFileSync(file, '')],
    ['a folder', () => mkdirSync(file)],
  ])('%s ends the start with exit code 2', async (_, make) => {
    make();
    const { code, stdout, stderr } = await failedStart(folder);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^The secret [^\n]+\n$/);
  });
});

describe('a secret that is made', () => {
  it('is kept, for its owner alone', () => {
    const [secret] = readSecrets({ dataFolder: folder }, undefined);
    expect(secret.toString()).toMatch(/^[0-9a-f]{64}$/);
    expect(readFileSync(file)).toEqual(secret);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readSecrets({ dataFolder: folder }, undefined)).toEqual([secret]);
    expect(readdirSync(folder)).toEqual(['secret']);
  });

  it('is the same for all processes that start at once', async () => {
    const read = await Promise.all(Array.from({ length: 8 }, () => readInProcess()));
    expect(new Set(read)).toEqual(new Set([readFileSync(file, 'utf8')]));
    expect(readdirSync(folder)).toEqual(['secret']);
  });

  it('leaves nothing of it on a full disk, and is made when there is room', async () => {
    const limited = ['prlimit', '--fsize=16:unlimited'];
    const env = { ...process.env, NODE_OPTIONS: `--require ${fullDisk}`, TSX_DISABLE_CACHE: '1' };
    expect(await readInProcess(limited, { env })).toMatch(`The secret ${file} cannot be read or created (`);
    expect(readdirSync(folder)).toEqual([]);
    expect(readSecrets({ dataFolder: folder }, undefined).join()).toHaveLength(64);
  });
});

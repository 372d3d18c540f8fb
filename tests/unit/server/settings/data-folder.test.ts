import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureDataFolder, SettingsError } from '../../../../server/env.ts';

const environment = new URL('../../../../server/env.ts', import.meta.url).href;
/** A hang in a call into Node can only be ended from outside. */
const hangLimitMs = 300_000;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'farebox-folder-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the data folder', () => {
  it('is made with the folders above it, for this user alone, and may be there already', () => {
    const folder = join(root, 'a/b/data');
    ensureDataFolder(folder);
    ensureDataFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['a file', 'file', 'something other than a folder is in the way'],
    ['below a file', 'file/data', 'something other than a folder is in the way'],
    ['a link that leads nowhere', 'link', 'something other than a folder is in the way'],
    ['below a link that leads nowhere', 'link/data', 'something other than a folder is in the way'],
    ['a name that is too long', 'x'.repeat(300), 'ENAMETOOLONG'],
  ])('is refused with the reason where it is %s', (_what, name, reason) => {
    writeFileSync(join(root, 'file'), '');
    symlinkSync(join(root, 'nowhere'), join(root, 'link'));
    const folder = join(root, name);
    expect(() => ensureDataFolder(folder)).toThrow(SettingsError);
    expect(() => ensureDataFolder(folder)).toThrow(
      `The data folder ${folder} (FAREBOX_DATA) cannot be used: `,
    );
    expect(() => ensureDataFolder(folder)).toThrow(reason);
  });

  it('is refused at once where no folder can ever be made', () => {
    const script = `import { ensureDataFolder } from ${JSON.stringify(environment)};
      try { ensureDataFolder('/proc/farebox/data'); } catch (error) { console.log(error.message); }`;
    const { stdout, signal } = spawnSync(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', script],
      { encoding: 'utf8', timeout: hangLimitMs },
    );
    expect(signal).toBeNull();
    expect(stdout).toMatch(/^The data folder \/proc\/farebox\/data \(FAREBOX_DATA\) cannot be used: .+\.\n$/);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { farebox } from '../../../cli/farebox.ts';

let out = '';
let err = '';
beforeEach(() => {
  // Nothing here may reach a data folder.
  vi.stubEnv('FAREBOX_DATA', '/proc/nowhere');
  out = '';
  err = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => Boolean((out += String(chunk))));
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => Boolean((err += String(chunk))));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const commands = [
  'import FILE', 'apply FOLDER', 'export FOLDER', 'online SLUG...', 'offline SLUG...', 'account create NAME', 'account invite ACCOUNT', 'account list',
  'account cap ACCOUNT', 'account suspend ACCOUNT', 'account resume ACCOUNT', 'key create ACCOUNT', 'key list [ACCOUNT]', 'key revoke KEY_ID',
  'operator create EMAIL', 'operator link PERSON', 'operator role PERSON ROLE', 'person list', 'person sign-out PERSON', 'person reset-factors PERSON',
  'person export PERSON', 'person erase PERSON', 'password-hash', 'audit export', 'grant ACCOUNT CREDITS', 'adjust ACCOUNT CREDITS', 'verify RECEIPT',
  'verify audit FILE', 'check', 'mail list', 'mail show MAIL_ID', 'mail retry MAIL_ID', 'backup [FILE]', 'restore FILE', 'rollback [NAME]', 'move',
]; // biome-ignore format: a list of words

describe('help', () => {
  it.each([[], ['--help'], ['-h'], ['help']])('with %j lists every command in one line', async (...args) => {
    expect(await farebox(args)).toBe(0);
    const listed = out.split('\n').flatMap((line) => /^ {2}([a-z].*?) {2,}[A-Z]/.exec(line)?.[1] ?? []);
    expect(listed).toEqual(commands);
    expect(err).toBe('');
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it.each(commands)('of %s has its usage and an example', async (usage) => {
    const path = usage.split(' ').filter((word) => /^[a-z-]+$/.test(word));
    expect(await farebox([...path, '--help'])).toBe(0);
    expect(out).toContain(`Usage: npm run farebox -- ${usage}`);
    expect(out).toMatch(new RegExp(`\nExamples?:\n.*npm run farebox -- ${path.join(' ')}`));
  });

  it('says the default of an option, and which options a command needs', async () => {
    await farebox(['grant', '--help']);
    expect(out).toMatch(/--reason TEXT [^]*\(default:\s+"Granted"\)/);
    await farebox(['adjust', '--help']);
    expect(out).toContain('adjust ACCOUNT CREDITS --reason TEXT [options]\n');
  });

  it('of a group lists its commands, and is no success where it was not asked for', async () => {
    expect(await farebox(['key', '--help'])).toBe(0);
    expect(out).toContain('  key revoke KEY_ID ');
    expect(await farebox(['key'])).toBe(2);
    expect(err).toContain('  key revoke KEY_ID ');
  });
});

it.each([
  [['aply'], 'There is no command "aply". Did you mean "apply"? Run farebox --help'],
  [['key', 'remove'], 'There is no command "key remove". Did you mean "revoke"? Run farebox key --help'],
  [
    ['apply', 'x', '--prun'],
    "Expected farebox apply FOLDER [options]: unknown option '--prun' (Did you mean --prune?). Run farebox apply --help",
  ],
  [['grant', 'acme'], "missing required argument 'CREDITS'."],
  [['grant', 'acme', '1', '2'], 'Expected 2 arguments but got 3. Run'],
  [['grant', 'acme', '1', '--reason'], "option '--reason TEXT' argument missing."],
  [['grant', 'acme', '1', '--reason', '--help'], "the value before '--help' is missing."],
  [['adjust', 'acme', '+1', '--reason', ' '], 'An adjustment needs --reason TEXT'],
])('wrong arguments get one line and exit code 2: %j', async (args, sentence) => {
  expect(await farebox(args)).toBe(2);
  expect(out).toBe('');
  expect(err).toContain(sentence);
  expect(err).toMatch(/^[^\n]+\n$/);
});

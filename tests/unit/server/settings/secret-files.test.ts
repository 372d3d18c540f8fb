import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { givenSecrets, readSettings, SettingsError } from '../../../../server/env.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-secrets-'));
  file = join(folder, 'given');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const secret = 'x'.repeat(64);
const mail = 'smtp://user:hunter2@mail.example.com';
const from = { FAREBOX_MAIL_FROM: 'farebox@example.com' };
const address = 'postgres://farebox:password@db.example/farebox';

const settings: [name: string, value: string, read: (variables: Record<string, string>) => unknown][] = [
  ['FAREBOX_SECRET', secret, (variables) => givenSecrets(variables)?.join()],
  ['DATABASE_URL', address, (variables) => readSettings(variables).databaseUrl],
  ['FAREBOX_SMTP_URL', mail, (variables) => readSettings({ ...from, ...variables }).smtp && mail],
];

describe.each(settings)('%s', (name, value, read) => {
  const fromFile = () => read({ [`${name}_FILE`]: file });

  it('is the trimmed content of a file', () => {
    writeFileSync(file, ` ${value}\n`);
    expect(fromFile()).toBe(value);
    expect(read({ [`${name}_FILE`]: file, [name]: '' })).toBe(value);
    expect(read({ [`${name}_FILE`]: '', [name]: value })).toBe(value);
  });

  it.each<[what: string, make: () => void, says: string]>([
    ['does not exist', () => {}, 'cannot be read: it does not exist.'],
    ['is a folder', () => mkdirSync(file), 'is not a regular file.'],
    ['is a device', () => symlinkSync('/dev/zero', file), 'is not a regular file.'],
    ['is too large', () => writeFileSync(file, 'x'.repeat(65_537)), 'has 65537 bytes; the limit is 65536.'],
    ['is blank', () => writeFileSync(file, ' \n'), 'is empty.'],
  ])('is refused with a sentence if its file %s', (_, make, says) => {
    make();
    expect(fromFile).toThrow(new SettingsError(`The file ${file} of ${name}_FILE ${says}`));
  });

  it('is refused twice', () => {
    writeFileSync(file, value);
    expect(() => read({ [`${name}_FILE`]: file, [name]: value })).toThrow(
      new SettingsError(`${name} and ${name}_FILE are both set. Remove one of them.`),
    );
  });
});

it('a value in a file is checked like any other, and not quoted', () => {
  writeFileSync(file, 'short');
  expect(() => givenSecrets({ FAREBOX_SECRET_FILE: file })).toThrow(
    new SettingsError(`The file ${file} of FAREBOX_SECRET_FILE has fewer than 32 characters.`),
  );
  expect(() => readSettings({ DATABASE_URL_FILE: file })).toThrow(
    /DATABASE_URL_FILE must be a PostgreSQL address [^,]*FAREBOX_DATA\.$/,
  );
});

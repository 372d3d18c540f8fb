import { expect, test } from 'vitest';
import { hashNewPassword } from '../../../../cli/work/hash-new-password.ts';
import { readSettings, SettingsError } from '../../../../server/env.ts';
import { isPassword } from '../../../../server/people/password-hash.ts';
import { testPassword, strongPasswordHash } from '../../../setup/make-person.ts';

const email = { FAREBOX_OPERATOR_EMAIL: 'Ada@Example.com' };
const hash = { FAREBOX_OPERATOR_PASSWORD_HASH: strongPasswordHash() };

test('the settings name the first operator', () => {
  expect(readSettings({ ...email, ...hash }).operator).toEqual({
    email: { address: 'Ada@example.com', comparisonKey: 'ada@example.com' },
    passwordHash: hash.FAREBOX_OPERATOR_PASSWORD_HASH,
  });
  expect(readSettings({}).operator).toBeUndefined();
});

test.each([
  ['an address alone', email, 'must be set together'],
  ['a hash alone', hash, 'must be set together'],
  [
    'no address',
    { FAREBOX_OPERATOR_EMAIL: 'ada', ...hash },
    'must be an email address such as ada@example.com',
  ],
  [
    'a password in place of its hash',
    { ...email, FAREBOX_OPERATOR_PASSWORD_HASH: testPassword },
    'FAREBOX_OPERATOR_PASSWORD_HASH is not the hash of a password, or can be guessed too fast. Run "npm run -s farebox -- password-hash"',
  ],
])('refuses %s with a sentence that shows no password', (_what, variables, says) => {
  expect(() => readSettings(variables)).toThrow(SettingsError);
  expect(() => readSettings(variables)).toThrow(says);
  expect(() => readSettings(variables)).not.toThrow(testPassword);
});

test('the command line makes a hash that signs in, and refuses a weak password', async () => {
  const made = await hashNewPassword(testPassword);
  expect(readSettings({ ...email, FAREBOX_OPERATOR_PASSWORD_HASH: made }).operator?.passwordHash).toBe(made);
  expect(await isPassword(testPassword, made, { network: 'here', whenGone() {} })).toBe(true);
  await expect(hashNewPassword('short')).rejects.toThrow('at least');
  await expect(hashNewPassword('password123')).rejects.toThrow('easy to guess');
});

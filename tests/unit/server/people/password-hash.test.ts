import { expect, test } from 'vitest';
import { hashPassword, isPassword, isPasswordHash } from '../../../../server/people/password-hash.ts';
import { judgePassword } from '../../../../server/people/judge-password.ts';
import { refuseWeakPassword } from '../../../../server/people/change-password.ts';

/** A client that stays until it has its answer. */
const here = { network: '198.51.100.7', whenGone: () => {} };

test('a password is known by its hash, however a keyboard composes its letters', async () => {
  const hash = await hashPassword('sch\u00f6n brolly tunnel', here);
  expect(hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await isPassword('scho\u0308n brolly tunnel', hash, here)).toBe(true);
  expect(await isPassword('sch\u00f6n brolly tunneL', hash, here)).toBe(false);
});

test('hashes of other programs and costs are understood', async () => {
  // The second test vector of RFC 7914.
  const key = Buffer.from(
    'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640',
    'hex',
  );
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const hash = `$scrypt$ln=10,r=8,p=16$${base64(Buffer.from('NaCl'))}$${base64(key)}`;
  expect(await isPassword('password', hash, here)).toBe(true);
  expect(await isPassword('passwords', hash, here)).toBe(false);
});

test.each([
  ['a hash of eight bytes', '$scrypt$ln=17,r=8,p=1$c2FsdA$aGFzaGhhc2g'],
  ['a hash that is guessed faster', `$scrypt$ln=16,r=8,p=1$c2FsdA$${'A'.repeat(43)}`],
  ['a hash that takes two gigabytes', `$scrypt$ln=20,r=16,p=1$c2FsdA$${'A'.repeat(43)}`],
])('the settings cannot have %s', (_what, hash) => {
  expect(isPasswordHash(hash)).toBe(false);
  expect(isPasswordHash(`$scrypt$ln=17,r=8,p=1$c2FsdA$${'A'.repeat(43)}`)).toBe(true);
  expect(isPasswordHash(`$scrypt$ln=16,r=8,p=2$c2FsdA$${'A'.repeat(43)}`)).toBe(true);
});

test.each(['', 'password', '$2b$10$abcdefghijklmnopqrstuv', '$scrypt$ln=40,r=8,p=1$c2FsdA$aGFzaA'])(
  'the hash %j is none',
  async (hash) => {
    expect(isPasswordHash(hash)).toBe(false);
    expect(await isPassword('', hash, here)).toBe(false);
  },
);

test('nobody without a password signs in, whatever they type', async () => {
  expect(await isPassword('brolly tunnel waxing', null, here)).toBe(false);
});

/** Only its beginning is judged. */
const long = `${'password'.repeat(8)} brolly tunnel waxing`;

test.each(['password12', 'Ada Lovelace1', long])('refuses the weak password %j', async (password) => {
  await expect(
    refuseWeakPassword({ judgePassword }, password, ['ada@example.com', 'Ada Lovelace'], here),
  ).rejects.toMatchObject({ code: 'validation' });
});

test('takes a strong password', async () => {
  await refuseWeakPassword(
    { judgePassword },
    'brolly tunnel waxing',
    ['ada@example.com', 'Ada Lovelace'],
    here,
  );
});

import { expect, test } from 'vitest';
import { hashPassword, isPassword, isPasswordHash } from '../../../../server/people/password-hash.ts';
import { judgePassword } from '../../../../server/people/judge-password.ts';
import { refuseWeakPassword } from '../../../../server/people/weak-password.ts';

/** A client of a network, who can go away. */
function client(network: string) {
  const listeners: (() => void)[] = [];
  return {
    network,
    whenGone: (listener: () => void) => void listeners.push(listener),
    leave: () => listeners.forEach((listener) => listener()),
  };
}
const here = client('198.51.100.7');

test('many passwords of one network delay no other network, and none is hashed for a client that is gone', async () => {
  const hash = await hashPassword('brolly tunnel waxing', here);
  const guesser = client('203.0.113.9');
  let finished = 0;
  const guesses = Array.from({ length: 60 }, async (_, guess) => {
    await isPassword(`guess ${guess}`, hash, guesser);
    finished += 1;
  });
  const settled = Promise.allSettled(guesses);
  expect(await isPassword('brolly tunnel waxing', hash, here)).toBe(true);
  // One at a time beside it; in the order of their arrival all 60 would come first.
  const before = finished;
  expect(before).toBeLessThan(30);
  guesser.leave();
  const refused = (await settled).filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThanOrEqual(60 - before - 2);
});

test('a password is known by its hash, which is another one each time', async () => {
  const hash = await hashPassword('brolly tunnel waxing', here);
  expect(hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await hashPassword('brolly tunnel waxing', here)).not.toBe(hash);
  expect(await isPassword('brolly tunnel waxing', hash, here)).toBe(true);
  expect(await isPassword('brolly tunnel waxinG', hash, here)).toBe(false);
});

test('the same letters are the same password, however a keyboard composes them', async () => {
  const hash = await hashPassword('sch\u00f6n und gut', here);
  expect(await isPassword('scho\u0308n und gut', hash, here)).toBe(true);
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
  expect(await isPassword('', null, here)).toBe(false);
  expect(await isPassword('brolly tunnel waxing', null, here)).toBe(false);
});

/** Only its beginning is judged. */
const long = `${'password'.repeat(8)} brolly tunnel waxing`;

test.each(['password12', 'qwertyuiop', 'aaaaaaaaaaaaaaaa', 'ada@example.com', 'Ada Lovelace1', long])(
  'refuses the weak password %j',
  async (password) => {
    await expect(
      refuseWeakPassword({ judgePassword }, password, ['ada@example.com', 'Ada Lovelace'], here),
    ).rejects.toMatchObject({
      code: 'validation',
    });
  },
);

test('takes a strong password', async () => {
  await refuseWeakPassword(
    { judgePassword },
    'brolly tunnel waxing',
    ['ada@example.com', 'Ada Lovelace'],
    here,
  );
});

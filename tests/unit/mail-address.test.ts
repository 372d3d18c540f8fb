import { expect, test } from 'vitest';
import { mailAddress, mailAddressKey } from '../../lib/account/mail-address.ts';

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['  ada@example.com ', 'ada@example.com'],
  ['Ada.Lovelace+news@Example.co.uk', 'Ada.Lovelace+news@Example.co.uk'],
  ['ünï@exämple.de', 'ünï@exämple.de'],
])('takes %j', (text, expected) => {
  expect(mailAddress.parse(text)).toBe(expected);
});

test.each([
  '',
  'ada',
  'ada@',
  '@example.com',
  'ada@localhost',
  'ada@example.',
  'a@b@example.com',
  'ada lovelace@example.com',
  'ada@example.com\r\nBcc: bob@example.com',
  'Ada <ada@example.com>',
  'ada@example.com,bob@example.com',
  'ada\u0000@example.com',
  `${'a'.repeat(250)}@example.com`,
])('refuses %j', (text) => {
  expect(mailAddress.safeParse(text).success).toBe(false);
});

test('compares addresses without capitals, however letters are composed', () => {
  expect(mailAddressKey('Ada@EXAMPLE.com')).toBe(mailAddressKey('ada@example.com'));
  expect(mailAddressKey('ü@example.com')).toBe(mailAddressKey('u\u0308@example.com'));
});

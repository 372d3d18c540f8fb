import { describe, expect, test } from 'vitest';
import {
  newPasskeyChallenge,
  readPasskeyChallenge,
  whyNoPasskeys,
} from '../../../../server/people/proofs/passkeys.ts';
import { portalSecret } from '../../../../server/portal/portal-secret.ts';

const old = Buffer.from('an older secret of the tests, 32');
const secret = Buffer.from('a secret of the tests, 32 bytes.');
const both = portalSecret([secret, old]);
const now = Date.UTC(2026, 10, 23, 12);
const fiveMinutes = 5 * 60_000;
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

describe('a challenge of a passkey', () => {
  const text = textOf(newPasskeyChallenge(secret, 'use', now));

  test('is valid for five minutes', () => {
    const read = (at: number) => readPasskeyChallenge(both, 'use', text, at);
    expect(read(now)).toEqual({
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      expiresAt: now + fiveMinutes,
    });
    expect(read(now + fiveMinutes - 1)).toBeDefined();
    expect(read(now + fiveMinutes)).toBeUndefined();
  });

  test('differs each time', () => {
    expect(textOf(newPasskeyChallenge(secret, 'use', now))).not.toBe(text);
  });

  test('of an older secret of the list is valid, too', () => {
    const older = textOf(newPasskeyChallenge(old, 'use', now));
    expect(readPasskeyChallenge(both, 'use', older, now)).toBeDefined();
    expect(readPasskeyChallenge(portalSecret([secret]), 'use', older, now)).toBeUndefined();
  });

  test.each([
    ['for something else', textOf(newPasskeyChallenge(secret, 'make for per_ada', now))],
    ['with a changed byte', `A${text.slice(1)}`.replace(/^A(?=A)/, 'B')],
    ['that is too short', text.slice(0, -4)],
    ['that is none', ''],
  ])('%s is not valid', (_what, given) => {
    expect(
      readPasskeyChallenge(both, 'use', given === text ? `B${text.slice(1)}` : given, now),
    ).toBeUndefined();
  });
});

describe('a portal', () => {
  test.each([
    'https://apis.example.com',
    'https://apis.example.com:8443',
    'http://localhost:3000',
    'http://farebox.localhost',
  ])('at %s has passkeys', (url) => {
    expect(whyNoPasskeys({ url })).toBeUndefined();
  });

  test.each([
    ['http://127.0.0.1:3000', 'to http://localhost:3000.'],
    ['https://[::1]', 'need a host name'],
    ['https://10.0.0.1', 'need a host name'],
    ['http://apis.example.com', 'need HTTPS'],
    ['http://localhost.example.com', 'need HTTPS'],
  ])('at %s says why it has none', (url, says) => {
    expect(whyNoPasskeys({ url })).toContain(says);
  });
});

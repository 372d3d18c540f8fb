import jsQR from 'jsqr';
import { describe, expect, test } from 'vitest';
import { qrPicture } from '../../../../server/people/proofs/second-factor.ts';
import {
  hashOfRecoveryCode,
  newRecoveryCodes,
  newTotpSecret,
  stepOfCode,
  totpLink,
} from '../../../../server/people/proofs/prove-code.ts';

/** Of RFC 6238, in Base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code of an authenticator app', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('is that of RFC 6238 at %d s', (seconds, code) => {
    expect(stepOfCode(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
    expect(
      stepOfCode(
        secret,
        code.replace(/^./, (digit) => String((Number(digit) + 1) % 10)),
        seconds * 1000,
      ),
    ).toBe(undefined);
  });

  test('may be one step early or late, and names its own step', () => {
    const step = 41_152_263;
    const ofStep = (at: number) => stepOfCode(secret, '005924', at * 30_000);
    expect([step - 2, step - 1, step, step + 1, step + 2].map(ofStep)).toEqual([
      undefined,
      step,
      step,
      step,
      undefined,
    ]);
  });

  test.each(['', '00592', '0059244', 'abcdef', '005924 '])('is not %j', (code) => {
    expect(stepOfCode(secret, code, 1_234_567_890_000)).toBeUndefined();
  });
});

test('a secret has 160 bits, and its QR code is read as the link', async () => {
  const made = newTotpSecret();
  expect(made).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(made);
  const link = totpLink(made, 'ada@example.com', { name: 'Farebox', host: 'apis.example.com' });
  const parsed = new URL(link);
  expect([parsed.protocol, parsed.host]).toEqual(['otpauth:', 'totp']);
  expect(decodeURIComponent(parsed.pathname)).toBe('/Farebox (apis.example.com):ada@example.com');
  expect(parsed.searchParams.get('secret')).toBe(made);
  expect(readPicture(await qrPicture(link))).toBe(link);
});

/** As a scanner sees it: four modules of light around, and four pixels a module. */
function readPicture({ size, path }: { size: number; path: string }): string | undefined {
  const scale = 4;
  const side = (size + 8) * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x = '', y = ''] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let down = 0; down < scale; down += 1)
      for (let along = 0; along < scale; along += 1) {
        const at = ((Number(y) + 4) * scale + down) * side + (Number(x) + 4) * scale + along;
        pixels.fill(0, at * 4, at * 4 + 3);
      }
  return jsQR(pixels, side, side)?.data;
}

describe('recovery codes', () => {
  const { texts, hashes } = newRecoveryCodes();

  test('are ten, of 80 bits each, and only their hashes are stored', () => {
    expect(new Set(texts).size).toBe(10);
    for (const text of texts) expect(text).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    expect(texts.map(hashOfRecoveryCode)).toEqual(hashes);
  });

  test('may be typed with capitals, spaces and letters that look alike', () => {
    expect(hashOfRecoveryCode(' ABCD-EFGH 0123 451O ')).toBe(hashOfRecoveryCode('abcdefgh01234510'));
    expect(hashOfRecoveryCode('ilil-0000-0000-0000')).toBe(hashOfRecoveryCode('1111000000000000'));
  });

  test.each(['', '123456', 'abcd-efgh-jkmn', 'abcd-efgh-jkmn-pqru'])('are not %j', (typed) => {
    expect(hashOfRecoveryCode(typed)).toBeUndefined();
  });
});

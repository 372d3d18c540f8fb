import { describe, expect, it } from 'vitest';
import { decryptText, encryptText } from '../../../server/portal/encrypted-text.ts';

const secret = Buffer.from('a secret of the tests, 32 bytes.');
const purpose = { purpose: 'webhook secrets', owner: 'whk_a' } as const;
const encrypted = encryptText(secret, purpose, 'whsec_ä');

describe('an encrypted text', () => {
  it('can be read with the same secret', () => {
    expect(decryptText([secret], purpose, encrypted)).toBe('whsec_ä');
    expect(decryptText([secret], purpose, encryptText(secret, purpose, ''))).toBe('');
  });

  it('can be read while the secret is being changed', () => {
    const newer = Buffer.from('a newer secret of the tests, 32.');
    expect(decryptText([newer, secret], purpose, encrypted)).toBe('whsec_ä');
  });

  it('does not show the text, and differs each time', () => {
    expect(Buffer.from(encrypted.slice(3), 'base64url').toString('latin1')).not.toContain('whsec');
    expect(encryptText(secret, purpose, 'whsec_ä')).not.toBe(encrypted);
  });

  const flipped = Buffer.from(encrypted.slice(3), 'base64url');
  flipped[14] = (flipped[14] ?? 0) ^ 1;
  it.each([
    ['another secret', Buffer.from('another secret of the tests, 32.'), purpose, encrypted],
    ['another owner', secret, { ...purpose, owner: 'whk_b' }, encrypted],
    ['a changed byte', secret, purpose, `v1.${flipped.toString('base64url')}`],
    ['a shortened text', secret, purpose, encrypted.slice(0, -4)],
    ['a text that is too short', secret, purpose, 'v1.abcd'],
    ['another version', secret, purpose, encrypted.replace('v1', 'v2')],
    ['a text that is not encrypted', secret, purpose, 'whsec_abc'],
  ])('cannot be read with %s', (_what, key, of, text) => {
    expect(decryptText([key], of, text)).toBeUndefined();
  });
});

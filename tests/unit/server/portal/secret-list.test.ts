import { describe, expect, it } from 'vitest';
import { publishedReceiptKey, receiptKey } from '../../../../server/portal/receipt-key.ts';
import { parseSecrets } from '../../../../server/portal/parse-secrets.ts';
import { portalSecret } from '../../../../server/portal/portal-secret.ts';
import { secretFingerprint, secretNamedBy } from '../../../../server/portal/read-secrets.ts';

const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
const [first, second] = [Buffer.from(`${a}`), Buffer.from(`${b}`)];

describe('a list of secrets', () => {
  it.each<[text: string, secrets: (string | undefined)[]]>([
    [`${a}`, [a]],
    [` ${a}\n`, [a]],
    [`${a},${b}`, [a, b]],
    [`${a}\r\n${b}\n\n${c}\n`, [a, b, c]],
    [`${a}, ${b},${a},`, [a, b]],
    [`a secret with spaces of 32 letters`, ['a secret with spaces of 32 letters']],
  ])('%j', (text, secrets) => {
    expect(String(parseSecrets(text))).toBe(secrets.join());
  });

  it.each([
    ['', 'has fewer than 32 characters'],
    [',\n', 'has fewer than 32 characters'],
    ['x'.repeat(31), 'has fewer than 32 characters'],
    [`${a},short`, 'has a secret of fewer than 32 characters. Commas and line ends separate secrets'],
    [Array.from({ length: 9 }, (_none, index) => `${a}${index}`).join(), 'has more than 8 secrets'],
  ])('%j is refused', (text, says) => {
    expect(parseSecrets(text)).toBe(says);
  });

  it('signs with the first, and makes names with the last or the one that is agreed on', () => {
    expect(portalSecret([first, second])).toEqual({ signing: first, all: [first, second], naming: second });
    expect(secretNamedBy(secretFingerprint(first), [first, second]).naming).toBe(first);
    expect(secretNamedBy('of another', [first, second]).naming).toBe(second);
  });

  it('publishes the keys of all receipts that it has signed', () => {
    expect(publishedReceiptKey(portalSecret([first, second]))).toEqual({
      algorithm: 'Ed25519',
      publicKey: receiptKey(first).publicKey,
      otherKeys: [receiptKey(second).publicKey],
    });
  });
});

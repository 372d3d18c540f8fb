import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashInput, type Quote, readQuote, signQuote } from '../../../../server/inputs/quote.ts';

const secret = Buffer.from('a secret of the tests, 32 bytes.');
const another = Buffer.from('another secret of 32 bytes at all');
const quote: Quote = {
  versionHash: 'v'.repeat(64),
  inputHash: hashInput({ a: 1 }),
  credits: 7,
  expiresAtMs: 1_800_000_000_000,
};

describe('a quote', () => {
  it('reads back as it was signed', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat(), (versionHash, credits, expiresAtMs) => {
        const given = { ...quote, versionHash: versionHash.slice(0, 64), credits, expiresAtMs };
        expect(readQuote(signQuote(given, secret), [secret])).toEqual(given);
      }),
    );
  });

  it('is nothing once a character of it is changed', () => {
    const token = signQuote(quote, secret);
    for (let index = 0; index < token.length; index += 1) {
      const changed = `${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`;
      expect(readQuote(changed, [secret]), String(index)).toBeUndefined();
    }
  });

  it('has one spelling, though four last characters are the same bytes', () => {
    const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const token = signQuote(quote, secret);
    const spellings = [...characters].map((last) => `${token.slice(0, -1)}${last}`);
    expect(spellings.filter((text) => readQuote(text, [secret]))).toEqual([token]);
  });

  it.each(['', 'fbq_', 'fbq_.', `fbq_${'A'.repeat(2000)}.${'A'.repeat(43)}`, 'fbq_W10.x', 'other'])(
    'is not %j',
    (token) => {
      expect(readQuote(token, [secret])).toBeUndefined();
    },
  );

  it('of another portal is nothing here', () => {
    expect(readQuote(signQuote(quote, another), [secret])).toBeUndefined();
  });

  it('is read with any secret of a list', () => {
    for (const secrets of [[secret], [another, secret], [secret, another]])
      expect(readQuote(signQuote(quote, secret), secrets)).toEqual(quote);
  });

  it('holds for an input however its keys are ordered, and for no other', () => {
    expect(hashInput({ a: 1, b: { c: [1, 2], d: null } })).toBe(
      hashInput({ b: { d: null, c: [1, 2] }, a: 1 }),
    );
    expect(hashInput({ a: 1 })).not.toBe(hashInput({ a: '1' }));
    expect(hashInput({ a: [1, 2] })).not.toBe(hashInput({ a: [2, 1] }));
  });
});

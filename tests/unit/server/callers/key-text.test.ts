import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashApiKey, hintOfApiKey, isApiKey, makeApiKey } from '../../../../server/callers/api-key.ts';

const letters = '0123456789abcdefghjkmnpqrstvwxyz';

describe('an API key', () => {
  it('is fb_, 160 random bits and a checksum', () => {
    const keys = Array.from({ length: 500 }, makeApiKey);
    for (const key of keys) expect(key).toMatch(/^fb_[0-9a-hjkmnp-tv-z]{39}$/);
    expect(new Set(keys).size).toBe(keys.length);
    // Each place of the secret takes any of the 32 letters.
    for (let place = 3; place < 35; place++)
      expect(new Set(keys.map((key) => key[place])).size, String(place)).toBeGreaterThan(24);
    for (const key of keys) expect(isApiKey(key)).toBe(true);
  });

  it('is known as wrong once a letter of it is another, or two are exchanged', () => {
    fc.assert(
      fc.property(fc.nat({ max: 38 }), fc.nat({ max: 31 }), (place, other) => {
        const key = makeApiKey();
        const at = 3 + place;
        const letter = letters[other] ?? '';
        const changed = key.slice(0, at) + letter + key.slice(at + 1);
        expect(isApiKey(changed)).toBe(changed === key);
        const next = at + 1 < key.length ? at + 1 : at;
        const swapped = [...key];
        [swapped[at], swapped[next]] = [key[next] ?? '', key[at] ?? ''];
        expect(isApiKey(swapped.join(''))).toBe(key[at] === key[next]);
      }),
    );
  });

  it.each([
    ['', 'nothing'],
    ['fb_', 'the mark alone'],
    [makeApiKey().slice(0, -1), 'cut'],
    [`${makeApiKey()}0`, 'longer'],
    [makeApiKey().toUpperCase(), 'in capitals'],
    [makeApiKey().replace('fb_', 'fx_'), 'of another mark'],
    [`fb_${'0'.repeat(39)}`, 'made up'],
    ['fb_\u{1f600}'.padEnd(42, '0'), 'no letters'],
  ])('is not %j: %s', (text) => {
    expect(isApiKey(text)).toBe(false);
  });

  it('is kept as its SHA-256, with its last letters for people', () => {
    expect(hashApiKey('fb_x')).toBe('622fa31440f77b5cd6dd5c9a1fd40202326b5446400495d77bd1c4847624ac78');
    expect(hintOfApiKey('fb_abcdwxyz')).toBe('wxyz');
  });
});

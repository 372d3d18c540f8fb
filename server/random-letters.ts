import { randomBytes } from 'node:crypto';

/** Crockford's base32: no letter of it is taken for another one, and none needs to be escaped anywhere. */
export const base32 = '0123456789abcdefghjkmnpqrstvwxyz';

/** Five random bits a letter: 32 letters cannot be guessed. */
export function randomLetters(count: number): string {
  let letters = '';
  for (const byte of randomBytes(count)) letters += base32[byte & 31];
  return letters;
}

import { randomBytes } from 'node:crypto';

/** Crockford's base32: no ambiguous letters, and none that needs escaping. */
export const base32 = '0123456789abcdefghjkmnpqrstvwxyz';

/** Each letter has five random bits. */
export function randomLetters(count: number): string {
  let letters = '';
  for (const byte of randomBytes(count)) letters += base32[byte & 31];
  return letters;
}

import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base32, randomLetters } from '../random-letters.ts';

const mark = 'fb_';
/** 160 bits. */
const secretLetters = 32;
/** 35 bits, of which a CRC-32 uses 32. */
const checksumLetters = 7;
export const keyLength = mark.length + secretLetters + checksumLetters;

/** A new API key. It is shown once; only its hash is stored. */
export function makeApiKey(): string {
  const secret = mark + randomLetters(secretLetters);
  return secret + checksum(secret);
}

/** Whether the checksum is correct. This detects cut, mistyped and invented keys without a lookup. */
export function isApiKey(text: string): boolean {
  if (text.length !== keyLength || !text.startsWith(mark)) return false;
  return text.endsWith(checksum(text.slice(0, -checksumLetters)));
}

/** The stored hash of a key. Its 160 random bits need no salt and no slow hash. */
export function hashApiKey(key: string): string {
  return hash('sha256', key);
}

/** The end of a key, by which people recognise it. */
export function hintOfApiKey(key: string): string {
  return key.slice(-4);
}

function checksum(secret: string): string {
  let rest = crc32(secret);
  let letters = '';
  for (let count = 0; count < checksumLetters; count++) {
    letters = base32[rest & 31] + letters;
    rest >>>= 5;
  }
  return letters;
}

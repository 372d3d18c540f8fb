import { hash } from 'node:crypto';
import { randomLetters } from '../random-letters.ts';

/** 255 bits. */
const letters = 51;

/** How long a link can be used. A portal that runs for longer without an operator prints another one at its next start. */
export const linkLifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** A token for a link, which is used once. Only its hash is stored. */
export function newLinkToken(): { token: string; hash: string } {
  const token = randomLetters(letters);
  return { token, hash: hashLinkToken(token) };
}

export function hashLinkToken(token: string): string {
  return hash('sha256', token);
}

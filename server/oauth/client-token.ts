import { hash } from 'node:crypto';
import { randomLetters } from '../random-letters.ts';

const marks = { code: 'fbc_', access: 'fba_', refresh: 'fbr_' };
/** 160 bits. */
const secretLetters = 32;
const longest = marks.code.length + secretLetters;

type Kind = keyof typeof marks;

export function makeClientToken(kind: Kind): string {
  return marks[kind] + randomLetters(secretLetters);
}

/** Whether a text looks like a token of this kind: others need no look-up. */
export function isClientToken(kind: Kind, text: string): boolean {
  return text.length === longest && text.startsWith(marks[kind]);
}

/** The stored hash. 160 random bits need no salt and no slow hash. */
export function hashClientToken(token: string): string {
  return hash('sha256', token);
}

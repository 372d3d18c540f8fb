import { hash } from 'node:crypto';
import { base32, randomLetters } from '../random-letters.ts';

const codes = 10;
/** 80 bits: too many to try, so a fast hash is enough. */
const letters = 16;
const lettersOfGroup = 4;

const groups = new RegExp(`.{${lettersOfGroup}}`, 'g');
const wholeCode = new RegExp(`^[${base32}]{${letters}}$`);

/** Codes to write down, and what is stored of them. */
export function newRecoveryCodes(): { texts: string[]; hashes: string[] } {
  const made = Array.from({ length: codes }, () => randomLetters(letters));
  return { texts: made.map((code) => code.match(groups)?.join('-') ?? code), hashes: made.map(hashCode) };
}

/** The hash of a recovery code that somebody typed; undefined if it cannot be one. */
export function hashOfRecoveryCode(typed: string): string | undefined {
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replace(/[il]/g, '1').replaceAll('o', '0');
  return wholeCode.test(code) ? hashCode(code) : undefined;
}

function hashCode(code: string): string {
  return hash('sha256', `recovery code ${code}`);
}

import { leastPasswordLetters } from '../lib/account/password-limits.ts';
import { Problem } from '../lib/problem/problem.ts';
import { hashPassword } from '../server/people/password-hash.ts';
import { judgePassword } from '../server/people/judge-password.ts';
import { refuseWeakPassword } from '../server/people/weak-password.ts';
import { Refusal } from './refusal.ts';

/** In the process of a command nobody else waits for a turn. */
const fromHere = { network: 'this command', whenGone() {} };

/** The hash of a password that somebody has chosen. Refuses what the pages of the portal refuse. */
export async function hashNewPassword(password: string): Promise<string> {
  if (password.length < leastPasswordLetters)
    throw new Refusal(`Choose a password of at least ${leastPasswordLetters} characters.`);
  try {
    await refuseWeakPassword({ judgePassword }, password, [], fromHere);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const [fault] = error.errors;
    throw new Refusal(fault?.detail ?? error.detail);
  }
  return hashPassword(password, fromHere);
}

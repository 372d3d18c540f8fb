import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { leastPasswordLetters } from '../../lib/account/password-limits.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { refuseWeakPassword } from '../../server/people/change-password.ts';
import { judgePassword } from '../../server/people/judge-password.ts';
import { hashPassword } from '../../server/people/password-hash.ts';
import { Refusal, printNote, readStandardInput } from '../print.ts';

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

const mostBytes = 1_024;

/** A password from the terminal, where it is not shown, or from a pipe, without the line break at its end. */
export async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) return askForPassword();
  const bytes = await readStandardInput({
    mostBytes,
    tooLarge: 'Standard input is too long for a password.',
  });
  return bytes.toString().replace(/\r?\n$/, '');
}

async function askForPassword(): Promise<string> {
  const password = await askUnseen('Password: ');
  if ((await askUnseen('Repeat the password: ')) !== password)
    throw new Refusal('The two passwords differ. Nothing was printed.');
  return password;
}

/** Does not show what is typed. */
async function askUnseen(question: string): Promise<string> {
  printNote(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  // Ctrl+C and Ctrl+D end the question without an answer.
  const closed = new Promise<never>((_, reject) =>
    lines.once('close', () => reject(new Refusal('No password was entered.'))),
  );
  const answer = await Promise.race([lines.question(''), closed]);
  lines.close();
  printNote('\n');
  return answer;
}

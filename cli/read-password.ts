import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { printNote } from './print.ts';
import { readStandardInput } from './read-standard-input.ts';
import { Refusal } from './refusal.ts';

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
  if ((await askUnseen('The same again: ')) !== password)
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

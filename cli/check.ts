import { readSettings } from '../server/env.ts';
import { checkLedger } from '../server/store/sqlite/check/check-ledger.ts';
import { hasLedger } from '../server/store/sqlite/ledger/has-ledger.ts';
import { readArguments } from './read-arguments.ts';
import { Refusal } from './refusal.ts';

const usage = 'Expected farebox check, and nothing after it.';

/** `farebox check`: 0 where every invariant of the ledger holds, 1 where one does not. */
export async function checkCommand(args: string[]): Promise<number> {
  readArguments(args, { usage, words: [0, 0], options: {} });
  const { databaseFile } = readSettings();
  if (!hasLedger(databaseFile))
    throw new Refusal(
      `${databaseFile} has no ledger. Set FAREBOX_DATA to the data folder of a portal that has run.`,
    );
  const sentences = checkLedger(databaseFile);
  for (const sentence of sentences) process.stdout.write(`${sentence}\n`);
  if (sentences.length === 0) process.stdout.write('The ledger is consistent.\n');
  return sentences.length === 0 ? 0 : 1;
}

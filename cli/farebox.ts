import { didYouMean } from '../lib/text/closest-name.ts';
import { ExplainedError } from '../lib/problem/explained-error.ts';
import { helpText } from './help.ts';
import { Refusal } from './refusal.ts';

/** Takes what stands after its name and returns the exit code: 0 done, 2 a mistake. */
type Command = (args: string[]) => Promise<number>;

/** Each loads what it needs when it is asked for. */
const commands = new Map<string, Command>([
  ['apply', async (args) => (await import('./apply.ts')).applyCommand(args)],
  ['online', async (args) => (await import('./status.ts')).statusCommand('online', args)],
  ['offline', async (args) => (await import('./status.ts')).statusCommand('offline', args)],
  ['account', async (args) => (await import('./account.ts')).accountCommand(args)],
  ['key', async (args) => (await import('./key.ts')).keyCommand(args)],
  ['grant', async (args) => (await import('./grant.ts')).grantCommand(args)],
  ['adjust', async (args) => (await import('./adjust.ts')).adjustCommand(args)],
  ['verify', async (args) => (await import('./verify.ts')).verifyCommand(args)],
  ['check', async (args) => (await import('./check.ts')).checkCommand(args)],
  ['backup', async (args) => (await import('./backup.ts')).backupCommand(args)],
  ['restore', async (args) => (await import('./restore.ts')).restoreCommand(args)],
  ['import', async (args) => (await import('./import.ts')).importCommand(args)],
]);

/** The command line of Farebox. */
export async function farebox(args: string[]): Promise<number> {
  const [name = '--help', ...rest] = args;
  if (name === 'help' || asksForHelp(name) || (name !== 'import' && rest.some(asksForHelp))) {
    process.stdout.write(helpText);
    return 0;
  }
  try {
    const command = commands.get(name);
    if (!command) throw new Refusal(unknownCommand(name));
    return await command(rest);
  } catch (error) {
    process.stderr.write(`${await sentenceOf(error)}\n`);
    return 2;
  }
}

async function sentenceOf(error: unknown): Promise<string> {
  if (error instanceof ExplainedError) return error.message;
  const { databaseUnusable } = await import('../server/store/sqlite/database-unusable.ts');
  const { readSettings } = await import('../server/env.ts');
  const { WriterError } = await import('../server/store/writer.ts');
  const unusable = databaseUnusable(readSettings().databaseFile, error);
  if (unusable) return unusable.message;
  if (error instanceof WriterError) return error.message;
  throw error;
}

/** `import` answers this itself, with more; the others have no more to say than the whole does. */
function asksForHelp(argument: string): boolean {
  return argument === '--help' || argument === '-h';
}

function unknownCommand(name: string): string {
  const names = [...commands.keys()];
  return `There is no command "${name}".${didYouMean(name, names) || ` There are ${names.join(', ')}.`} Run farebox --help to see what each does.`;
}

import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { ExplainedError } from '../lib/problem/problem.ts';
import { readCredits } from '../lib/text/typed-credits.ts';
import { CheckFailed, printNote } from './print.ts';
import { command, commandGroup } from './command.ts';
import {
  capAccount,
  createAccount,
  inviteToAccount,
  listAccounts,
  resumeAccount,
  suspendAccount,
} from './commands/account.ts';
import { adjust, grant } from './commands/credits.ts';
import { apply, exportProducts, importDocument, offline, online } from './commands/products.ts';
import { audit, check, verify } from './commands/checks.ts';
import { backup, move, restore, rollback } from './commands/data.ts';
import { listMails, retryMail, showMail } from './commands/mail.ts';
import { createKey, listKeys, revokeKey } from './commands/key.ts';
import { operator, passwordHash, person } from './commands/people.ts';

const program = command('farebox', {
  summary: 'Farebox, the command line of the portal',
  description:
    'Farebox, the command line of the portal. It works on the data folder (FAREBOX_DATA, default ./data), and writes through the portal if it is running.',
  examples: ['import openapi.yaml --out drafts', 'apply drafts --dry-run', 'grant --help'],
}).addHelpText(
  'after',
  `
Run a command with --help to see its arguments, options and examples.
Exit code 0: done. 1: a check failed. 2: not done, and a message says why.`,
);
const account = commandGroup('account', 'Create, list, limit and suspend accounts, and invite people', [
  ...[createAccount, inviteToAccount, listAccounts],
  ...[capAccount, suspendAccount, resumeAccount],
]);
const key = commandGroup('key', 'Create, list and revoke API keys', [createKey, listKeys, revokeKey]);
addCommands('Products:', [importDocument, apply, exportProducts, online, offline]);
addCommands('Accounts and API keys:', [account, key]);
addCommands('Operators:', [operator, person, passwordHash, audit]);
addCommands('Credits:', [grant, adjust, verify, check]);
const mail = commandGroup('mail', 'List, print and retry emails', [listMails, showMail, retryMail]);
addCommands('Mail:', [mail]);
addCommands('Data:', [backup, restore, rollback, move]);

function addCommands(heading: string, commands: CommandUnknownOpts[]): void {
  for (const each of commands) {
    for (const listed of [each, ...each.commands]) listed.helpGroup(heading);
    program.addCommand(each);
  }
}

/** Runs the command that the arguments name, and returns the exit code. */
export async function farebox(args: string[]): Promise<number> {
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : args.map(plainNegative), { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CheckFailed) return 1;
    // Help is printed already: because it was asked for, or because a command such as `account` needs another one.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    printNote(`${await sentenceOf(error)}\n`);
    return 2;
  }
}

/** Commander knows `-1000` as a number, and takes `-1,000` for an option. */
function plainNegative(text: string): string {
  const number = text.startsWith('-') ? readCredits(text) : text;
  return typeof number === 'number' ? String(number) : text;
}

async function sentenceOf(error: unknown): Promise<string> {
  if (error instanceof ExplainedError) return error.message;
  const { storeUnusable } = await import('../server/control/open-store.ts');
  const { readSettings } = await import('../server/env.ts');
  const { WriterError } = await import('../server/store/writer.ts');
  const unusable = storeUnusable(readSettings(), error);
  if (unusable) return unusable.message;
  if (error instanceof WriterError) return error.message;
  throw error;
}

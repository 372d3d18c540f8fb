import { countOf } from '../../lib/text/count-text.ts';
import { isFitForName } from '../../lib/text/name-text.ts';
import { reasonHelp } from '../argument-help.ts';
import { command } from '../command.ts';
import { print, printNote } from '../print.ts';
import { Refusal } from '../refusal.ts';
import { wholeCredits } from '../whole-credits.ts';

export const createAccount = command('create', {
  summary: 'Create an account for API keys and credits',
  description: 'Create an account for API keys and credits. Its id alone is printed to standard output.',
  examples: ['account create acme --credits 1000'],
})
  .argument('<NAME>', 'The name of the account, which no other account has', accountName)
  .option('--credits <N>', 'The credits to begin with', (text) => wholeCredits(text, '--credits', 0), 0)
  .option('--reason <TEXT>', reasonHelp)
  .action(async (name, { credits, reason }) => {
    const { createAccount: create } = await import('../accounts.ts');
    const id = await create(name, credits, reason);
    print(`${id}\n`);
    printNote(
      `Account ${name} has ${countOf(credits, 'credit')}. Create a key with: npm run -s farebox -- key create ${id}\n`,
    );
  });

const longestName = 100;

function accountName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > longestName || !isFitForName(name))
    throw new Refusal(`An account name must have 1 to ${longestName} characters and no line breaks.`);
  if (name.startsWith('acc_'))
    throw new Refusal('An account name cannot begin with acc_, which is reserved for ids.');
  return name;
}

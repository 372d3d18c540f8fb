import { countOf } from '../../lib/text/count-text.ts';
import { command } from '../command.ts';
import { accountHelp } from '../find-account.ts';
import { print } from '../print.ts';
import { Refusal } from '../refusal.ts';
import { wholeCredits } from '../whole-credits.ts';

export const grant = command('grant', {
  summary: 'Add credits to an account',
  examples: ['grant acme 500 --reason "Paid for November"'],
})
  .argument('<ACCOUNT>', accountHelp)
  .argument('<CREDITS>', 'How many to add')
  .option('--reason <TEXT>', 'The reason, which is kept in the ledger', 'Granted')
  .action(async (text, amount, { reason }) => {
    if (amount.startsWith('-'))
      throw new Refusal(
        `grant only adds credits. To take credits, use: farebox adjust ${text} ${amount} --reason "Granted twice".`,
      );
    const credits = wholeCredits(amount, 'CREDITS');
    const { changeCredits } = await import('../credits.ts');
    const { account, available } = await changeCredits(text, { credits, why: reason });
    print(
      `${account.name} has ${countOf(available, 'credit')} available, including ${countOf(credits, 'new one')}.\n`,
    );
  });

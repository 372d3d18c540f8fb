import { command } from '../command.ts';
import { accountHelp, findAccount } from '../find-account.ts';
import { withStore } from '../open-data.ts';
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
    await withStore(async (store) => {
      const { id, name } = await findAccount(store, text);
      const nowMs = Date.now();
      const { available } = await store.writer.run('grant', {
        purseId: id,
        credits,
        kind: 'grant',
        reason,
        nowMs,
      });
      print(`${name} has ${available} credits available, including ${credits} new ones.\n`);
    });
  });

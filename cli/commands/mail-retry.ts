import { reasonHelp } from '../argument-help.ts';
import { command } from '../command.ts';
import { print } from '../print.ts';

export const retryMail = command('retry', {
  summary: 'Send a mail that failed or waits',
  description: 'Make a mail that was not sent due at once. A running portal sends it within seconds.',
  examples: ['mail retry mail_4t8m2h7x0c9q1zfd'],
})
  .argument('<MAIL_ID>', 'The id of the mail, from "farebox mail list"')
  .option('--reason <TEXT>', reasonHelp)
  .action(async (id, { reason }) => {
    const { retryMail: retry } = await import('../retry-mail.ts');
    await retry(id, reason);
    print(`${id} is due.\n`);
  });

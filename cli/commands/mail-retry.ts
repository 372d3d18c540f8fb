import { command } from '../command.ts';
import { withStore } from '../open-data.ts';
import { print } from '../print.ts';
import { Refusal } from '../refusal.ts';

export const retryMail = command('retry', {
  summary: 'Send a mail that failed or waits',
  description: 'Make a mail that was not sent due at once. A running portal sends it within seconds.',
  examples: ['mail retry mail_4t8m2h7x0c9q1zfd'],
})
  .argument('<MAIL_ID>', 'The id of the mail, from "farebox mail list"')
  .action(async (id) => {
    const { state } = await withStore(({ writer }) => writer.run('retry-mail', { id, now: Date.now() }));
    if (state !== 'queued') throw new Refusal(reasons[state](id));
    print(`${id} is due.\n`);
  });

const reasons = {
  unknown: (id: string) => `There is no mail "${id}". "farebox mail list" lists the newest ones.`,
  sent: (id: string) => `${id} was sent already, and is not sent again.`,
  'being-sent': (id: string) => `${id} is being sent. Look again in five minutes.`,
};

import { command } from '../command.ts';
import { withStore } from '../open-data.ts';
import { print } from '../print.ts';
import { Refusal } from '../refusal.ts';
import { mailState } from '../../server/mail/mail-state.ts';

export const showMail = command('show', {
  summary: 'Print a mail',
  description: 'Print a mail, for example to hand its link to the recipient if no mail server is set.',
  examples: ['mail show mail_4t8m2h7x0c9q1zfd'],
})
  .argument('<MAIL_ID>', 'The id of the mail, from "farebox mail list"')
  .action(async (id) => {
    const mail = await withStore(({ mails }) => mails.find(id));
    if (!mail) throw new Refusal(`There is no mail "${id}". "farebox mail list" lists the newest ones.`);
    const { to, subject, createdAt, text, lastError } = mail;
    const lines = [
      `To: ${to}`,
      `Subject: ${subject}`,
      `Date: ${createdAt.toISOString()}`,
      `State: ${mailState(mail)}`,
      ...(lastError === null ? [] : [`Last error: ${lastError}`]),
    ];
    print(`${lines.join('\n')}\n\n${text.trimEnd()}\n`);
  });

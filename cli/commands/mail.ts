import { mailState } from '../../server/mail/mail-settings.ts';
import type { MailRow } from '../../server/store/messages/read-mails.ts';
import { command } from '../command.ts';
import { withStore } from '../operate.ts';
import { printList, print, Refusal, reasonHelp } from '../print.ts';

const shown = 100;

export const listMails = command('list', {
  summary: 'List the newest emails',
  description: `List the newest ${shown} emails of the portal, sent or not. Emails are deleted after 30 days.`,
  examples: ['mail list', 'mail list --json'],
})
  .option('--json', 'Print JSON, for programs')
  .action(async ({ json = false }) => {
    const { rows } = await withStore(({ mails }) => mails.list({ most: shown }));
    // The text of a mail may have a code to sign in.
    const listed = rows.map(({ key: _key, text: _text, ...row }) => ({ ...row, state: mailState(row) }));
    printList(listed, { json, toRow: mailColumns, ifNone: 'There are no emails.\n' });
  });

type Listed = Omit<MailRow, 'key' | 'text'> & { state: string };

function mailColumns({ id, kind, to, subject, state, createdAt, lastError }: Listed) {
  return {
    ID: id,
    TIME: createdAt.toISOString().slice(0, 16).replace('T', ' '),
    STATE: state,
    KIND: kind,
    TO: to,
    SUBJECT: subject,
    ERROR: state === 'sent' ? '' : (lastError ?? ''),
  };
}

export const showMail = command('show', {
  summary: 'Print an email',
  description: 'Print an email, for example to pass its link on to the recipient if no mail server is set.',
  examples: ['mail show mail_4t8m2h7x0c9q1zfd'],
})
  .argument('<MAIL_ID>', 'The id of the email, from "farebox mail list"')
  .action(async (id) => {
    const mail = await withStore(({ mails }) => mails.find(id));
    if (!mail) throw new Refusal(`There is no email "${id}". "farebox mail list" lists the newest ones.`);
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

export const retryMail = command('retry', {
  summary: 'Send an email that failed or is waiting',
  description: 'Queue an email that was not sent. A running portal sends it within seconds.',
  examples: ['mail retry mail_4t8m2h7x0c9q1zfd'],
})
  .argument('<MAIL_ID>', 'The id of the email, from "farebox mail list"')
  .option('--reason <TEXT>', reasonHelp)
  .action(async (id, { reason }) => {
    const { retryMail: retry } = await import('../work/change-status.ts');
    await retry(id, reason);
    print(`${id} is queued. A running portal sends it within seconds.\n`);
  });

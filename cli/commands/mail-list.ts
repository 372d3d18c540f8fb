import { mailState } from '../../server/mail/mail-state.ts';
import type { MailRow } from '../../server/store/mail.ts';
import { command } from '../command.ts';
import { withStore } from '../open-data.ts';
import { printList } from '../print.ts';

const shown = 100;

export const listMails = command('list', {
  summary: 'List the newest mails',
  description: `List the newest ${shown} mails of the portal, sent or not. Mails are deleted after 30 days.`,
  examples: ['mail list', 'mail list --json'],
})
  .option('--json', 'Print JSON, for programs')
  .action(async ({ json = false }) => {
    const { rows } = await withStore(({ mails }) => mails.list({ most: shown }));
    // The text of a mail may have a code to sign in.
    const listed = rows.map(({ key: _key, text: _text, ...row }) => ({ ...row, state: mailState(row) }));
    printList(listed, { json, toRow: mailColumns, ifNone: 'There are no mails.\n' });
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

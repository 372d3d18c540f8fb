import type { Metadata } from 'next';
import { MailRows } from '../../../components/operator/mail-rows.tsx';
import { listMails, mailsQuery } from '../../../server/operator/mails.ts';
import { mayDo } from '../../../server/rights.ts';
import { listPage } from '../list-page.tsx';

export const metadata: Metadata = { title: 'Emails', robots: { index: false } };

export default listPage({
  title: 'Emails',
  path: 'mails',
  right: 'read-mails',
  exportRight: 'export-mails',
  query: mailsQuery,
  read: listMails,
  filters: () => [
    { label: 'Address or subject', name: 'q', isSearch: true },
    { label: 'State', name: 'state', words: { failed: 'Failed' } },
  ],
  rows: ({ list }, caller) => (
    <MailRows mails={list} mayRead={mayDo(caller, 'read-mail-text')} mayRetry={mayDo(caller, 'retry-mail')} />
  ),
});

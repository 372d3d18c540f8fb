import type { Metadata } from 'next';
import { EntryRows } from '../../../components/operator/ledger-rows.tsx';
import { entriesOfAllQuery, listEntriesOfAll } from '../../../server/operator/ledger-lists.ts';
import { listPage } from '../list-page.tsx';

export const metadata: Metadata = { title: 'Ledger', robots: { index: false } };

const kinds = {
  issued: 'All except charges',
  grant: 'Grants',
  allowance: 'Guest allowances',
  charge: 'Charges',
  refund: 'Refunds',
  correction: 'Corrections',
};

export default listPage({
  title: 'Ledger',
  path: 'entries',
  right: 'read-money',
  exportRight: 'export-accounts',
  query: entriesOfAllQuery,
  read: listEntriesOfAll,
  filters: () => [
    { label: 'Account (id)', name: 'account', hint: 'acc_…' },
    { label: 'Kind', name: 'kind', words: kinds },
  ],
  rows: ({ list, next }) => <EntryRows entries={list} hasMore={next !== null} />,
});

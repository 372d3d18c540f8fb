import type { Metadata } from 'next';
import { EntryRows } from '../../../components/operator/ledger-rows.tsx';
import { entryFilterWords } from '../../../lib/view/daily-use.ts';
import { entriesOfAllQuery, listEntriesOfAll } from '../../../server/operator/ledger-lists.ts';
import { listPage, namesOf } from '../list-page.tsx';

export const metadata: Metadata = { title: 'Ledger', robots: { index: false } };

export default listPage({
  title: 'Ledger',
  path: 'entries',
  right: 'read-money',
  exportRight: 'export-accounts',
  query: entriesOfAllQuery,
  read: listEntriesOfAll,
  filters: (caller) => [
    { label: 'Account', name: 'account', hint: 'Name or id', finds: namesOf(caller, 'accounts') },
    { label: 'Kind', name: 'kind', words: entryFilterWords },
  ],
  rows: ({ list, next, unknownFilter }) => (
    <EntryRows entries={list} hasMore={next !== null} unknownFilter={unknownFilter} />
  ),
});

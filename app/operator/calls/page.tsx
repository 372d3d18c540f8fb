import type { Metadata } from 'next';
import { CallRows } from '../../../components/operator/ledger-rows.tsx';
import { stateWords } from '../../../lib/call/call-words.ts';
import { seesMakers } from '../../../server/calls/receipts.ts';
import { callsOfAllQuery, listCallsOfAll } from '../../../server/operator/ledger-lists.ts';
import { listPage } from '../list-page.tsx';

export const metadata: Metadata = { title: 'All calls', robots: { index: false } };

const makers = [
  { label: 'API key', name: 'key', hint: 'Name or id', isRare: true },
  { label: 'Person', name: 'person', hint: 'Name or id', isRare: true },
];

export default listPage({
  title: 'Calls',
  path: 'calls',
  right: 'read-calls',
  exportRight: 'export-calls',
  query: callsOfAllQuery,
  read: listCallsOfAll,
  filters: (caller) => [
    { label: 'Call or request id', name: 'id', isSearch: true },
    { label: 'Account', name: 'account', hint: 'Name or id' },
    { label: 'Product', name: 'product', hint: 'Name or slug' },
    { label: 'Status', name: 'state', words: stateWords },
    ...(seesMakers(caller) ? makers : []),
    { label: 'From (UTC)', name: 'from', day: 'first', isRare: true },
    { label: 'To (UTC)', name: 'to', day: 'last', isRare: true },
  ],
  rows: ({ list, next, unknownFilter }) => (
    <CallRows calls={list} hasMore={next !== null} unknownFilter={unknownFilter} />
  ),
});

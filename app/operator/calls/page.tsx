import type { Metadata } from 'next';
import type { Filter } from '../../../components/operator/parts/filter-bar.tsx';
import { CallRows } from '../../../components/operator/ledger-rows.tsx';
import { stateWords } from '../../../lib/call/call-words.ts';
import type { Caller } from '../../../server/callers/caller.ts';
import { seesMakers } from '../../../server/calls/receipts.ts';
import { callsOfAllQuery, listCallsOfAll } from '../../../server/operator/ledger-lists.ts';
import { listPage, namesOf } from '../list-page.tsx';

export const metadata: Metadata = { title: 'All calls', robots: { index: false } };

const makers = (caller: Caller): Filter[] => [
  { label: 'API key', name: 'key', hint: 'Name or id', isRare: true, finds: namesOf(caller, 'keys') },
  { label: 'Person', name: 'person', hint: 'Name or id', isRare: true, finds: namesOf(caller, 'people') },
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
    { label: 'Account', name: 'account', hint: 'Name or id', finds: namesOf(caller, 'accounts') },
    { label: 'Product', name: 'product', hint: 'Name or slug', finds: namesOf(caller, 'products') },
    { label: 'Status', name: 'state', words: stateWords },
    ...(seesMakers(caller) ? makers(caller) : []),
    { label: 'From (UTC)', name: 'from', day: 'first', isRare: true },
    { label: 'To (UTC)', name: 'to', day: 'last', isRare: true },
  ],
  rows: ({ list, next, unknownFilter }) => (
    <CallRows calls={list} hasMore={next !== null} unknownFilter={unknownFilter} />
  ),
});

import type { Metadata } from 'next';
import { KeyRows } from '../../../components/operator/ledger-rows.tsx';
import { keyOrders } from '../../../lib/operator/list-orders.ts';
import { keysOfAllQuery, listKeysOfAll } from '../../../server/operator/ledger-lists.ts';
import { listPage } from '../list-page.tsx';

export const metadata: Metadata = { title: 'All API keys', robots: { index: false } };

export default listPage({
  title: 'Keys',
  path: 'keys',
  right: 'read-accounts',
  exportRight: 'export-accounts',
  query: keysOfAllQuery,
  read: listKeysOfAll,
  orders: keyOrders,
  filters: () => [
    { label: 'Name, id or last letters', name: 'q', isSearch: true },
    { label: 'Account', name: 'account', hint: 'Name or id', finds: ['accounts'] },
    { label: 'State', name: 'state', words: { active: 'Active', revoked: 'Revoked' } },
    { label: 'Kind', name: 'kind', words: { operator: 'Operator keys' } },
  ],
  rows: ({ list, unknownFilter }, _caller, { order }) => (
    <KeyRows keys={list} readAtMs={Date.now()} {...{ unknownFilter, order }} />
  ),
});

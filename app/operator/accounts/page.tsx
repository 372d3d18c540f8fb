import type { Metadata } from 'next';
import { AccountRows } from '../../../components/operator/accounts/account-rows.tsx';
import { NewAccount } from '../../../components/operator/accounts/new-operator.tsx';
import { accountOrders } from '../../../lib/operator/list-orders.ts';
import { accountsQuery, listAccounts } from '../../../server/operator/accounts.ts';
import { mayDo } from '../../../server/rights.ts';
import { listPage } from '../list-page.tsx';

export const metadata: Metadata = { title: 'Accounts', robots: { index: false } };

export default listPage({
  title: 'Accounts',
  path: 'accounts',
  right: 'read-accounts',
  exportRight: 'export-accounts',
  query: accountsQuery,
  read: listAccounts,
  orders: accountOrders,
  filters: () => [
    { label: 'Name or id', name: 'q', isSearch: true },
    { label: 'State', name: 'state', words: { suspended: 'Suspended', closed: 'Closed' } },
  ],
  rows: ({ list }, _caller, look) => <AccountRows accounts={list} {...look} />,
  action: (caller) => mayDo(caller, 'create-account') && <NewAccount />,
});

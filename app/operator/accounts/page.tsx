import type { Metadata } from 'next';
import { AccountRows } from '../../../components/operator/accounts/account-rows.tsx';
import { NewAccount } from '../../../components/operator/accounts/new-operator.tsx';
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
  filters: () => [
    { label: 'Name or id', name: 'q', isSearch: true },
    { label: 'State', name: 'state', words: { suspended: 'Suspended' } },
  ],
  rows: ({ list }, _caller, isFiltered) => <AccountRows accounts={list} isFiltered={isFiltered} />,
  action: (caller) => mayDo(caller, 'create-account') && <NewAccount />,
});

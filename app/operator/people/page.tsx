import type { Metadata } from 'next';
import { NewOperator } from '../../../components/operator/accounts/new-operator.tsx';
import { PersonRows } from '../../../components/operator/accounts/account-rows.tsx';
import { personOrders } from '../../../lib/operator/list-orders.ts';
import { listPeople, peopleQuery } from '../../../server/operator/change-person.ts';
import { mayDo } from '../../../server/rights.ts';
import { listPage } from '../list-page.tsx';

export const metadata: Metadata = { title: 'People', robots: { index: false } };

export default listPage({
  title: 'People',
  path: 'people',
  right: 'read-people',
  exportRight: 'export-people',
  query: peopleQuery,
  read: listPeople,
  orders: personOrders,
  filters: () => [
    { label: 'Name, email or id', name: 'q', isSearch: true },
    { label: 'Role', name: 'state', words: { operator: 'Operators' } },
  ],
  rows: ({ list }, _caller, { order }) => <PersonRows people={list} order={order} />,
  action: (caller) => mayDo(caller, 'create-person') && <NewOperator />,
});

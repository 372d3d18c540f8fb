import type { Metadata } from 'next';
import { RequestRows } from '../../../components/operator/access/request-rows.tsx';
import { listRequests, requestsQuery } from '../../../server/operator/requests.ts';
import { mayDo } from '../../../server/rights.ts';
import { listPage } from '../list-page.tsx';

export const metadata: Metadata = { title: 'Requests', robots: { index: false } };

export default listPage({
  title: 'Requests',
  path: 'requests',
  right: 'read-product-access',
  exportRight: 'read-product-access',
  query: requestsQuery,
  read: listRequests,
  filters: () => [
    {
      label: 'State',
      name: 'state',
      words: { open: 'Open', approved: 'Approved', declined: 'Declined', withdrawn: 'Withdrawn' },
    },
  ],
  rows: ({ list }, caller) => (
    <RequestRows requests={list} mayDecide={mayDo(caller, 'change-product-access')} />
  ),
});

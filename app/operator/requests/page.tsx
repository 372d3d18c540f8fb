import type { Metadata } from 'next';
import { RequestRows } from '../../../components/operator/access/request-rows.tsx';
import type { Filter } from '../../../components/operator/parts/filter-bar.tsx';
import { listRequests, requestsQuery } from '../../../server/operator/requests.ts';
import { mayDo } from '../../../server/rights.ts';
import { listPage, namesOf } from '../list-page.tsx';

export const metadata: Metadata = { title: 'Requests', robots: { index: false } };

const byAccount: Filter = { label: 'Account', name: 'account', hint: 'Name or id', finds: ['accounts'] };

export default listPage({
  title: 'Requests',
  path: 'requests',
  right: 'read-product-access',
  exportRight: 'read-product-access',
  query: requestsQuery,
  read: listRequests,
  filters: (caller) => [
    ...(mayDo(caller, 'read-accounts') ? [byAccount] : []),
    { label: 'Product', name: 'product', hint: 'Name or slug', finds: namesOf(caller, 'products') },
    {
      label: 'State',
      name: 'state',
      words: { open: 'Open', approved: 'Approved', declined: 'Declined', withdrawn: 'Withdrawn' },
    },
  ],
  rows: ({ list, unknownFilter }, caller, { isFiltered }) => (
    <RequestRows
      requests={list}
      mayDecide={mayDo(caller, 'change-product-access')}
      none={unknownFilter ?? (isFiltered ? 'No requests match.' : undefined)}
    />
  ),
});

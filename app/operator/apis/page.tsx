import type { Metadata } from 'next';
import Link from 'next/link';
import { ApiRows } from '../../../components/operator/apis/api-rows.tsx';
import { importIcon } from '../../../components/shell/icon-paths.ts';
import { Icon } from '../../../components/shell/icons.tsx';
import { apiOrders } from '../../../lib/operator/list-orders.ts';
import { apisQuery, listApis } from '../../../server/desk/list-apis.ts';
import { mayDo } from '../../../server/rights.ts';
import { listPage } from '../list-page.tsx';

export const metadata: Metadata = { title: 'APIs', robots: { index: false } };

export default listPage({
  title: 'APIs',
  path: 'apis',
  right: 'read-offline-products',
  exportRight: 'read-offline-products',
  query: apisQuery,
  read: listApis,
  orders: apiOrders,
  filters: () => [
    { label: 'Name or slug', name: 'q', isSearch: true },
    { label: 'Kept in', name: 'kept', words: { console: 'Console', file: 'File' } },
  ],
  action: (caller) =>
    mayDo(caller, 'import-api') && (
      <Link href="/operator/imports" prefetch={false} className="button button-main">
        <Icon path={importIcon} />
        Import an API
      </Link>
    ),
  rows: ({ list }, caller, look) => (
    <ApiRows apis={list} readsCredentials={mayDo(caller, 'read-credentials')} {...look} />
  ),
});

import type { Metadata } from 'next';
import Link from 'next/link';
import { PageRows } from '../../../components/operator/pages/page-rows.tsx';
import { plusIcon } from '../../../components/shell/icon-paths.ts';
import { Icon } from '../../../components/shell/icons.tsx';
import { listPages, pagesQuery } from '../../../server/desk/portal-pages.ts';
import { mayDo } from '../../../server/rights.ts';
import { listPage } from '../list-page.tsx';

export const metadata: Metadata = { title: 'Pages', robots: { index: false } };

export default listPage({
  title: 'Pages',
  path: 'pages',
  right: 'read-pages',
  exportRight: 'read-pages',
  query: pagesQuery,
  read: listPages,
  filters: () => [{ label: 'State', name: 'state', words: { deleted: 'Deleted' } }],
  action: (caller) =>
    mayDo(caller, 'write-pages') && (
      <Link href="/operator/pages/new" prefetch={false} className="button button-main">
        <Icon path={plusIcon} />
        New page…
      </Link>
    ),
  rows: ({ list }, _caller, { isFiltered }) => <PageRows pages={list} isFiltered={isFiltered} />,
});

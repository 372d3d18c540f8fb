import type { Metadata } from 'next';
import Link from 'next/link';
import { audiences } from '../../../components/operator/access/audiences.ts';
import { Info } from '../../../components/operator/parts/info.tsx';
import { Tabs } from '../../../components/operator/parts/page-head.tsx';
import { ProductRows } from '../../../components/operator/products/product-rows.tsx';
import { importIcon } from '../../../components/shell/icon-paths.ts';
import { Icon } from '../../../components/shell/icons.tsx';
import { brokenRule } from '../../../lib/operator/health.ts';
import { productOrders } from '../../../lib/operator/list-orders.ts';
import type { OperatorProductList } from '../../../lib/operator/products.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { listOperatorProducts, productsQuery } from '../../../server/operator/list-products.ts';
import { mayDo } from '../../../server/rights.ts';
import { listPage } from '../list-page.tsx';

export const metadata: Metadata = { title: 'Products', robots: { index: false } };

export default listPage({
  title: 'Products',
  path: 'products',
  right: 'read-offline-products',
  exportRight: 'read-offline-products',
  query: productsQuery,
  orders: productOrders,
  isSearch: true,
  read: async (context, query) => {
    const found = await listOperatorProducts(context, query);
    return { ...found, total: found.counts[query.state ?? 'all'] };
  },
  filters: () => [
    { label: 'Search', name: 'q', isSearch: true },
    { label: 'API', name: 'api', hint: 'Name or slug', finds: ['apis'] },
    {
      label: 'Seen by',
      name: 'seen',
      words: Object.fromEntries(audiences.map(({ value, title }) => [value, title])),
    },
    { label: 'Kept in', name: 'kept', words: { console: 'Console', file: 'File' }, isRare: true },
  ],
  pills: <Info label="When a product is failing">{brokenRule}</Info>,
  tabs: ({ counts }, given) => <States counts={counts} given={given} />,
  fixed: ['state'],
  action: (caller) =>
    mayDo(caller, 'import-api') && (
      <Link href="/operator/imports" prefetch={false} className="button button-main">
        <Icon path={importIcon} />
        Import an API
      </Link>
    ),
  rows: ({ list, total, unknownFilter }, caller, look) => (
    <ProductRows
      {...{ list, total, unknownFilter, ...look }}
      rights={{
        setsStatus: mayDo(caller, 'set-product-status'),
        publishes: mayDo(caller, 'publish-product'),
      }}
    />
  ),
});

type Counts = OperatorProductList['counts'];

const address = '/operator/products';
const states: readonly [keyof Counts, string][] = [
  ['all', 'All'],
  ['online', 'Online'],
  ['failing', 'Failing'],
  ['offline', 'Offline'],
  ['archived', 'Archived'],
];

function States({ counts, given }: { counts: Counts; given: Record<string, string> }) {
  const { state, before: _before, ...rest } = given;
  const hrefOf = (one: string | undefined) => {
    const query = new URLSearchParams({ ...rest, ...(one && one !== 'all' && { state: one }) }).toString();
    return query === '' ? address : `${address}?${query}`;
  };
  return (
    <Tabs
      label="Products by state"
      current={hrefOf(state)}
      tabs={states.map(([one, name]) => ({
        name,
        href: hrefOf(one),
        count: groupedNumber(counts[one]),
        isBad: one === 'failing' && counts[one] > 0,
      }))}
    />
  );
}

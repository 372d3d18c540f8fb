import type { Metadata } from 'next';
import Link from 'next/link';
import { z } from 'zod';
import { Info } from '../../../components/operator/parts/info.tsx';
import { Tabs } from '../../../components/operator/parts/page-head.tsx';
import { Foot, ListHead } from '../../../components/operator/parts/rows.tsx';
import { ProductRows } from '../../../components/operator/products/product-rows.tsx';
import { importIcon } from '../../../components/shell/icon-paths.ts';
import { Icon } from '../../../components/shell/icons.tsx';
import { StepPager } from '../../../components/calls/step-pager.tsx';
import { brokenRule } from '../../../lib/operator/health.ts';
import { productList } from '../../../lib/product/product.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import type { Context } from '../../../server/context.ts';
import { brokenKeys, withHealth } from '../../../server/operator/read-health.ts';
import { mayDo } from '../../../server/rights.ts';
import { listProducts, orderProducts } from '../../../server/products/list-catalogue.ts';
import { listQuery } from '../../../server/store/catalogue/list-query.ts';
import { OperatorPage } from '../operator-page.tsx';
import { pageQuery, type SearchParams } from '../page-query.ts';

export const metadata: Metadata = { title: 'Products', robots: { index: false } };

const address = '/operator/products';
const pageSize = 50;
const filter = z.object({
  q: listQuery.shape.q,
  page: listQuery.shape.page,
  state: z
    .enum(['online', 'failing', 'offline', 'archived'], 'online, failing, offline or archived')
    .optional(),
  api: z.string().max(200).optional(),
});

type Wanted = z.output<typeof filter>;

const statuses = { online: '1', offline: '0', archived: '0', failing: 'all', all: 'all' } as const;

export default async function Products({ searchParams }: { searchParams: SearchParams }) {
  return (
    <OperatorPage title="Products" right="read-offline-products">
      {async (context, caller) => {
        const { query, given } = await pageQuery(filter, searchParams);
        const { products, total, counts } = await readPage(context, query);
        const { state, q, api } = given;
        const addressOf = (page: number) =>
          `${address}?${new URLSearchParams({ ...given, page: String(page) })}`;
        return (
          <>
            <ListHead
              title="Products"
              address={address}
              given={given}
              asked={{ ...(api && { api }), ...(state && state !== 'failing' && { state }) }}
              fixed={{ ...(state && { state }) }}
              // The search is the catalogue's: no file has its order.
              csv={q ? undefined : '/api/operator/products'}
              filters={[
                { label: 'Search', name: 'q', isSearch: true },
                { label: 'API', name: 'api', hint: 'Its slug', isRare: true },
              ]}
              pills={<Info label="When a product is failing">{brokenRule}</Info>}
              tabs={<States counts={counts} given={given} />}
              action={
                mayDo(caller, 'import-api') && (
                  <Link href="/operator/imports" prefetch={false} className="button button-main">
                    <Icon path={importIcon} />
                    Import an API
                  </Link>
                )
              }
            />
            <ProductRows products={products} mayChange={mayDo(caller, 'set-product-status')} />
            <Foot shown={products.length} of={total} thing={total === 1 ? 'product' : 'products'} />
            <StepPager
              page={query.page}
              last={Math.max(1, Math.ceil(total / pageSize))}
              addressOf={addressOf}
            />
          </>
        );
      }}
    </OperatorPage>
  );
}

type State = keyof typeof statuses;

/** The products of a page, and how many there are of each state. */
async function readPage(context: Context, { q, page, state, api }: Wanted) {
  const broken = (await brokenKeys(context.store, Date.now())).map(({ key }) => key);
  const archived = await context.store.publications.archivedKeys();
  const isArchived = new Set(archived);
  const ofApi = api === undefined ? undefined : new Set(await context.store.publications.keysOfApi(api));
  const keysOf = async (of: State) => {
    const wanted = { type: undefined, tag: [], q, sort: undefined, status: statuses[of] };
    const keys = (await orderProducts(context, wanted)).filter((key) => ofApi?.has(key) ?? true);
    if (of === 'failing') return broken.filter((key) => keys.includes(key));
    return [...keys].filter((key) => isArchived.has(key) === (of === 'archived'));
  };
  const [all = [], online = [], failing = [], offline = [], gone = []] = await Promise.all(
    (['all', 'online', 'failing', 'offline', 'archived'] as const).map(keysOf),
  );
  const of = { all, online, failing, offline, archived: gone };
  const wanted = listQuery.parse({ status: statuses[state ?? 'all'], view: 'card' });
  const { items, total } = await listProducts(
    context,
    { seesOffline: true, only: of[state ?? 'all'] },
    { ...wanted, q, page, pageSize },
  );
  const cards: unknown = JSON.parse(`[${items}]`);
  const { list } = productList.parse({ list: cards, total });
  return {
    products: await withHealth(context, list),
    total,
    counts: {
      ...{ all: all.length, online: online.length, failing: failing.length },
      ...{ offline: offline.length, archived: gone.length },
    },
  };
}

const tabs = [
  ['all', 'All'],
  ['online', 'Online'],
  ['failing', 'Failing'],
  ['offline', 'Offline'],
  ['archived', 'Archived'],
] as const;

function States({
  counts,
  given: { state, ...rest },
}: {
  counts: Record<State, number | undefined>;
  given: Record<string, string>;
}) {
  const hrefOf = (one: string | undefined) => {
    const query = new URLSearchParams({ ...rest, ...(one && one !== 'all' && { state: one }) });
    query.delete('page');
    return query.size === 0 ? address : `${address}?${query}`;
  };
  return (
    <Tabs
      label="Products by state"
      current={hrefOf(state)}
      tabs={tabs.map(([one, name]) => ({
        name,
        href: hrefOf(one),
        count: groupedNumber(counts[one] ?? 0),
        isBad: one === 'failing' && (counts[one] ?? 0) > 0,
      }))}
    />
  );
}

import type { Metadata } from 'next';
import Link from 'next/link';
import { z } from 'zod';
import { ListHead } from '../../../components/operator/rows.tsx';
import { ProductRows } from '../../../components/operator/product-rows.tsx';
import { StepPager } from '../../../components/calls/step-pager.tsx';
import { brokenRule } from '../../../lib/operator/health.ts';
import { productList } from '../../../lib/product/product.ts';
import { withHealth } from '../../../server/operator/read-health.ts';
import { mayDo } from '../../../server/rights.ts';
import { listProducts } from '../../../server/products/list-catalogue.ts';
import { listQuery } from '../../../server/store/catalogue/list-query.ts';
import { OperatorPage } from '../operator-page.tsx';
import { pageQuery, type SearchParams } from '../page-query.ts';

export const metadata: Metadata = { title: 'Products', robots: { index: false } };

const address = '/operator/products';
const pageSize = 50;
const filter = z.object({ q: listQuery.shape.q, page: listQuery.shape.page });

export default async function Products({ searchParams }: { searchParams: SearchParams }) {
  return (
    <OperatorPage title="Products" right="read-offline-products">
      {async (context, caller) => {
        const { query, given } = await pageQuery(filter, searchParams);
        const wish = listQuery.parse({ status: 'all', view: 'card' });
        const { items, total } = await listProducts(
          context,
          { seesOffline: true },
          { ...wish, ...query, pageSize },
        );
        const cards: unknown = JSON.parse(`[${items}]`);
        const { list } = productList.parse({ list: cards, total });
        const products = await withHealth(context, list);
        const addressOf = (page: number) =>
          `${address}?${new URLSearchParams({ ...given, page: String(page) })}`;
        return (
          <>
            <ListHead
              title="Products"
              address={address}
              given={given}
              csv="/api/operator/products"
              filters={[{ label: 'Search', name: 'q', hint: 'qr code' }]}
            />
            <p className="mt-4 max-w-prose text-sm text-quiet">{brokenRule}</p>
            {mayDo(caller, 'import-api') && (
              <p className="mt-4">
                <Link
                  href="/operator/imports"
                  prefetch={false}
                  className="inline-block rounded-md bg-accent px-4 py-2 font-medium text-accent-ink"
                >
                  Import an API
                </Link>
              </p>
            )}
            <ProductRows products={products} mayChange={mayDo(caller, 'set-product-status')} />
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

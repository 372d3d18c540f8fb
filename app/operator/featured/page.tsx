import type { Metadata } from 'next';
import { AddFeatured, FeaturedRows } from '../../../components/operator/products/featured-rows.tsx';
import { featuredQuery, listFeatured } from '../../../server/desk/feature-products.ts';
import { mayDo } from '../../../server/rights.ts';
import { listPage } from '../list-page.tsx';

export const metadata: Metadata = { title: 'Featured', robots: { index: false } };

export default listPage({
  title: 'Featured',
  path: 'featured',
  right: 'read-offline-products',
  exportRight: 'read-offline-products',
  query: featuredQuery,
  read: async (context) => ({ ...(await listFeatured(context)), next: null }),
  filters: () => [],
  rows: ({ list }, caller) => (
    <>
      <FeaturedRows products={list} mayChange={mayDo(caller, 'publish-product')} />
      {mayDo(caller, 'publish-product') && <AddFeatured products={list} />}
    </>
  ),
});

import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import { connection } from 'next/server';
import { Catalogue } from '../components/catalogue.tsx';
import { productListOptions } from '../components/product-list-options.ts';
import { type CatalogueParameters, readCatalogueView } from '../lib/catalogue-view.ts';
import { readCards } from '../server/products/read-cards.ts';

export default async function CataloguePage({
  searchParams,
}: {
  searchParams: Promise<CatalogueParameters>;
}) {
  await connection();
  const view = readCatalogueView(await searchParams);
  const client = new QueryClient();
  await client.fetchQuery({ ...productListOptions(view), queryFn: () => readCards(view) });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Catalogue view={view} />
    </HydrationBoundary>
  );
}

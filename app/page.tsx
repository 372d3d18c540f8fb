import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { connection } from 'next/server';
import { FirstPage } from '../components/catalogue/first-page.tsx';
import { Catalogue } from '../components/catalogue/catalogue.tsx';
import { productListOptions } from '../components/catalogue/product-list-options.ts';
import { markdownLink } from '../lib/markdown/page-head.ts';
import {
  catalogueAddress,
  type CatalogueParameters,
  readCatalogueView,
} from '../lib/product/catalogue-view.ts';
import { readCards } from '../server/pages/read-product-page.ts';
import { contextOfVisitor } from '../server/pages/find-visitor.ts';

interface Address {
  searchParams: Promise<CatalogueParameters>;
}

/** Search engines have no use for every search, nor for one list in every order and page size. */
export async function generateMetadata({ searchParams }: Address): Promise<Metadata> {
  const { q, tags, page, pageSize } = readCatalogueView(await searchParams);
  return {
    alternates: {
      canonical: catalogueAddress({ q: '', tags, page: pageSize ? 1 : page }),
      types: markdownLink('/'),
    },
    ...(q !== '' && { robots: { index: false } }),
  };
}

export default async function CataloguePage({ searchParams }: Address) {
  await connection();
  const view = readCatalogueView(await searchParams);
  const client = new QueryClient();
  const context = await contextOfVisitor(await headers());
  const tags = await context.store.catalogue.currentSlugs(view.tags, context.audience);
  if (tags.join() !== view.tags.join()) redirect(catalogueAddress({ ...view, tags }));
  await client.fetchQuery({ ...productListOptions(view), queryFn: () => readCards(context, view) });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Catalogue view={view} intro={<FirstPage face={await context.face.read()} />} />
    </HydrationBoundary>
  );
}

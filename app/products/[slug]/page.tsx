import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound, permanentRedirect } from 'next/navigation';
import { connection } from 'next/server';
import { cache } from 'react';
import {
  creditsOptions,
  ownerOptions,
  playgroundOptions,
  productStatusOptions,
} from '../../../components/playground/queries.ts';
import { estimateOptions } from '../../../components/playground/estimate-options.ts';
import { exampleId } from '../../../components/playground/input/inputs.ts';
import { PlaygroundProvider } from '../../../components/playground/playground-provider.tsx';
import { plainText } from '../../../components/product/docs.tsx';
import { ProductPage } from '../../../components/product/product-page.tsx';
import { markdownLink } from '../../../lib/markdown/page-head.ts';
import { productAddress, productTabs, readProductTab } from '../../../lib/view/product-tab.ts';
import { contextOfVisitor, findVisitor } from '../../../server/pages/find-visitor.ts';
import { readSpendable } from '../../../server/calls/spendable.ts';
import { findProduct } from '../../../server/products/find-product.ts';
import { portal } from '../../../server/doors/current-portal.ts';
import { readProductPage } from '../../../server/pages/read-product-page.ts';

interface Address {
  params: Promise<{ slug: string }>;
  searchParams: Promise<{ tab?: string | string[] }>;
}

/** The page and its head ask for the same. */
const readPage = cache(async (slug: string) =>
  readProductPage(await contextOfVisitor(await headers()), slug),
);

/** The summary that a search engine shows. */
const longestDescription = 160;

export async function generateMetadata({ params, searchParams }: Address): Promise<Metadata> {
  await connection();
  const page = await readPage((await params).slug);
  if (!page) return { title: 'Product not found' };
  const { product } = page;
  const tab = readProductTab((await searchParams).tab);
  const heading = productTabs.find((one) => one.tab === tab)?.heading;
  const canonical = new URL(productAddress(product.slug, tab), portal().context.settings.url);
  return {
    title: heading ? `${product.name}: ${heading}` : product.name,
    description: plainText(product.description[0]?.text ?? '', longestDescription),
    alternates: { canonical, types: markdownLink(productAddress(product.slug)) },
    ...(product.status === 0 && { robots: { index: false } }),
  };
}

export default async function ProductRoute({ params, searchParams }: Address) {
  await connection();
  const { slug } = await params;
  const tab = readProductTab((await searchParams).tab);
  const page = await readPage(slug);
  if (!page) notFound();
  const { product, isArchived, coming, place, form, estimate } = page;
  if (product.slug !== slug) permanentRedirect(productAddress(product.slug, tab));
  const client = new QueryClient();
  client.setQueryData(productStatusOptions(slug).queryKey, { status: product.status });
  // The reference alone shows the responses, and is made here: the browser needs the rest.
  const operation = form.operation && { ...form.operation, responses: [], $defs: {} };
  client.setQueryData(playgroundOptions(slug).queryKey, { ...form, operation });
  if (estimate) client.setQueryData(estimateOptions(slug, {}, exampleId).queryKey, estimate);
  const visitor = await findVisitor(await headers());
  if (visitor) {
    const context = await contextOfVisitor(await headers());
    const spendable = await readSpendable(context, visitor, await findProduct(context, slug));
    client.setQueryData(creditsOptions(slug).queryKey, spendable);
    client.setQueryData(ownerOptions().queryKey, visitor.kind === 'account' ? visitor.purse : 'guest');
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PlaygroundProvider key={slug} slug={slug} origin={portal().context.settings.url}>
        <ProductPage
          product={product}
          isArchived={isArchived}
          coming={coming}
          place={place}
          form={form}
          tab={tab}
          origin={portal().context.settings.url}
        />
      </PlaygroundProvider>
    </HydrationBoundary>
  );
}

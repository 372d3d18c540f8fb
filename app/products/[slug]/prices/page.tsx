import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound, permanentRedirect } from 'next/navigation';
import { connection } from 'next/server';
import { cache } from 'react';
import { PriceHistory } from '../../../../components/product/price-history.tsx';
import { markdownLink } from '../../../../lib/markdown/page-head.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import { pricesAddress } from '../../../../lib/view/product-tab.ts';
import { portal } from '../../../../server/doors/current-portal.ts';
import { contextOfVisitor, findVisitor } from '../../../../server/pages/find-visitor.ts';
import { readProductPrices } from '../../../../server/catalogue/price-history.ts';
import { mayDo } from '../../../../server/rights.ts';

interface Address {
  params: Promise<{ slug: string }>;
  searchParams: Promise<{ before?: string | string[] }>;
}

const pageSize = 50;

/** The page and its head ask for the same. */
const readPage = cache(async (slug: string, before: number | undefined) => {
  try {
    const context = await contextOfVisitor(await headers());
    return await readProductPrices(context, slug, { before, most: pageSize });
  } catch (error) {
    if (error instanceof Problem && error.code === 'not-found') return undefined;
    throw error;
  }
});

/** Anything else is the first page. */
function placeOf(before: string | string[] | undefined): number | undefined {
  return typeof before === 'string' && /^[1-9]\d{0,8}$/.test(before) ? Number(before) : undefined;
}

export async function generateMetadata({ params, searchParams }: Address): Promise<Metadata> {
  await connection();
  const page = await readPage((await params).slug, placeOf((await searchParams).before));
  if (!page) return { title: 'Product not found' };
  const { name, slug, status } = page.product;
  const address = pricesAddress(slug);
  return {
    title: `${name}: prices so far`,
    description: `All prices of ${name}, with what each changed.`,
    alternates: { canonical: new URL(address, portal().context.settings.url), types: markdownLink(address) },
    ...(status === 0 && { robots: { index: false } }),
  };
}

export default async function PricesRoute({ params, searchParams }: Address) {
  await connection();
  const { slug } = await params;
  const before = placeOf((await searchParams).before);
  const page = await readPage(slug, before);
  if (!page) notFound();
  const { product, coming, list, next } = page;
  if (product.slug !== slug) permanentRedirect(pricesAddress(product.slug));
  const visitor = await findVisitor(await headers());
  return (
    <PriceHistory
      product={product}
      coming={coming}
      prices={list}
      next={next}
      isFirst={before === undefined}
      isForOperator={visitor !== undefined && mayDo(visitor, 'read-offline-products')}
    />
  );
}

import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { connection } from 'next/server';
import { cache } from 'react';
import { ApiView } from '../../../components/apis/api-view.tsx';
import { plainText } from '../../../components/product/docs.tsx';
import { markdownLink } from '../../../lib/markdown/page-head.ts';
import { apiAddress } from '../../../lib/product/api-page.ts';
import { portal } from '../../../server/doors/current-portal.ts';
import { contextOfVisitor } from '../../../server/pages/find-visitor.ts';
import { readApiPage } from '../../../server/products/read-product.ts';

interface Address {
  params: Promise<{ slug: string }>;
  searchParams: Promise<{ q?: string | string[] }>;
}

/** The page and its head ask for the same. */
const readPage = cache(async (slug: string) => readApiPage(await contextOfVisitor(await headers()), slug));

/** Search engines show no more of a description. */
const longestDescription = 160;
const longestFilter = 200;

export async function generateMetadata({ params, searchParams }: Address): Promise<Metadata> {
  await connection();
  const api = await readPage((await params).slug);
  if (!api) return { title: 'API not found' };
  const isListed = api.groups.length > 0 && (await searchParams).q === undefined;
  return {
    title: api.name,
    description: plainText(api.summary ?? api.doc, longestDescription),
    alternates: {
      canonical: new URL(apiAddress(api.slug), portal().context.settings.url),
      types: markdownLink(apiAddress(api.slug)),
    },
    ...(!isListed && { robots: { index: false } }),
  };
}

export default async function ApiRoute({ params, searchParams }: Address) {
  await connection();
  const api = await readPage((await params).slug);
  if (!api) notFound();
  const [q = ''] = [(await searchParams).q].flat();
  return <ApiView api={api} q={q.slice(0, longestFilter)} />;
}

import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { connection } from 'next/server';
import { PriceChanges } from '../../components/product/price-changes.tsx';
import { markdownLink } from '../../lib/markdown/page-head.ts';
import { changesAddress, feedAddress } from '../../lib/product/told-change.ts';
import { readToldChanges } from '../../server/catalogue/told-changes.ts';
import { contextOfVisitor } from '../../server/pages/find-visitor.ts';

interface Address {
  searchParams: Promise<{ before?: string | string[] }>;
}

const pageSize = 50;

export const metadata: Metadata = {
  title: 'Changes of prices',
  description: 'What was announced of the prices of this portal, and what became of it.',
  alternates: {
    canonical: changesAddress,
    types: { ...markdownLink(changesAddress), 'application/atom+xml': feedAddress },
  },
};

export default async function ChangesRoute({ searchParams }: Address) {
  await connection();
  const { before: text } = await searchParams;
  // Anything else is the first page.
  const before = typeof text === 'string' && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
  const context = await contextOfVisitor(await headers());
  const { list, next } = await readToldChanges(context, { before, most: pageSize });
  return <PriceChanges changes={list} next={next} isFirst={before === undefined} />;
}

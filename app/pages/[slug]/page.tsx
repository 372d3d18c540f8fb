import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { connection } from 'next/server';
import { cache } from 'react';
import { Document, plainText } from '../../../components/product/docs.tsx';
import { markdownLink } from '../../../lib/markdown/page-head.ts';
import { dayText } from '../../../lib/text/times.ts';
import { pageAddress } from '../../../lib/product/page-address.ts';
import { findPortalPage } from '../../../server/desk/portal-pages.ts';
import { portal } from '../../../server/doors/current-portal.ts';

interface Address {
  params: Promise<{ slug: string }>;
}

/** The page and its head ask for the same. */
const readPage = cache((slug: string) => findPortalPage(portal().context, slug));

/** Search engines show no more of a description. */
const longestDescription = 160;

export async function generateMetadata({ params }: Address): Promise<Metadata> {
  await connection();
  const page = await readPage((await params).slug);
  if (!page) return { title: 'Page not found' };
  const canonical = pageAddress(page.slug);
  return {
    title: page.title,
    description: plainText(page.text, longestDescription),
    alternates: { canonical, types: markdownLink(canonical) },
  };
}

/** A page that operators of the portal wrote. */
export default async function PortalPageRoute({ params }: Address) {
  await connection();
  const page = await readPage((await params).slug);
  if (!page) notFound();
  const { title, version, updatedAt, text } = page;
  return (
    <main className="mx-auto w-full max-w-6xl px-4 pt-8 pb-16 sm:px-6">
      <h1 className="text-3xl font-semibold tracking-tight break-words">{title}</h1>
      <p className="mt-1 text-sm text-quiet">
        Version {version}, of <time dateTime={updatedAt}>{dayText(updatedAt)}</time>
      </p>
      <div className="mt-8">
        <Document text={text} />
      </div>
    </main>
  );
}

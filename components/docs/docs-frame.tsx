import Link from 'next/link';
import type { ReactNode } from 'react';
import { docsAddress, type DocsPage, docsPages } from '../../lib/reference/docs-pages.ts';
import { Arrow } from '../shell/buttons.tsx';
import { DocsNav, type Section } from './docs-nav.tsx';
import { fieldLook } from './field-list.tsx';

const quickstartLink = { href: '/docs', title: 'Quickstart' };

/** A page of the docs between the list of all pages and links to its neighbours. Without a page, it is the quickstart. */
export function DocsFrame({
  page,
  title,
  lead,
  sections,
  children,
}: {
  page?: DocsPage;
  title: string;
  lead: ReactNode;
  sections: Section[];
  children: ReactNode;
}) {
  return (
    <div className="mx-auto w-full max-w-6xl gap-x-12 px-4 sm:px-6 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
      <DocsNav sections={sections} />
      <main className={`min-w-0 py-8 sm:py-10 ${fieldLook}`}>
        {page && (
          <p className="mb-2 text-sm">
            <Link
              href="/docs"
              prefetch={false}
              className="text-quiet underline-offset-4 hover:text-ink hover:underline"
            >
              Docs
            </Link>
          </p>
        )}
        <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
        <p className="mt-3 max-w-prose text-quiet">{lead}</p>
        {children}
        <Neighbours page={page} />
      </main>
    </div>
  );
}

function Neighbours({ page }: { page: DocsPage | undefined }) {
  const links = [quickstartLink, ...docsPages.map((one) => ({ href: docsAddress(one), title: one.title }))];
  const at = page ? docsPages.indexOf(page) + 1 : 0;
  const look = 'group inline-flex items-center gap-2 rounded-md py-2 font-medium';
  const [before, after] = [links[at - 1], links[at + 1]];
  return (
    <nav
      aria-label="Neighbouring pages"
      className="mt-12 flex flex-wrap justify-between gap-x-6 border-t border-dashed border-line pt-4 print:hidden"
    >
      {before && (
        <Link href={before.href} prefetch={false} rel="prev" className={look}>
          <Arrow className="rotate-180 text-quiet" />
          <span className="group-hover:underline group-hover:underline-offset-4">{before.title}</span>
        </Link>
      )}
      {after && (
        <Link href={after.href} prefetch={false} rel="next" className={`${look} ml-auto`}>
          <span className="group-hover:underline group-hover:underline-offset-4">{after.title}</span>
          <Arrow className="text-quiet" />
        </Link>
      )}
    </nav>
  );
}

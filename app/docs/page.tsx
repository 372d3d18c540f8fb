import type { Metadata } from 'next';
import Link from 'next/link';
import { connection } from 'next/server';
import { DocsFrame } from '../../components/docs/docs-frame.tsx';
import { OldAnchors } from '../../components/docs/old-anchors.tsx';
import { Quickstart } from '../../components/docs/quickstart.tsx';
import { markdownLink } from '../../lib/markdown/page-head.ts';
import { docsSections } from '../../lib/reference/docs-content.ts';
import {
  basicsPage,
  callerGroups,
  type DocsPage,
  docsAddress,
  operatorGroups,
  referencePage,
} from '../../lib/reference/docs-pages.ts';
import { quickstart } from '../../lib/reference/quickstart.ts';
import { exampleCall } from '../../server/documents/example-call.ts';
import { portal } from '../../server/doors/current-portal.ts';

export const metadata: Metadata = {
  title: 'Docs',
  description: 'Find an API, know its fare, call it and read the receipt: a quickstart, and all pages.',
  alternates: { canonical: '/docs', types: markdownLink('/docs') },
};

const listed = (page: DocsPage) => ({ ...page, href: docsAddress(page) });

const parts = [
  {
    title: 'Guides',
    pages: [
      listed(basicsPage),
      { href: '/problems', name: 'Error codes', about: 'Each error with its meaning and its solution.' },
      { href: '/changes', name: 'Changes of prices', about: 'What is announced, and what became of it.' },
      {
        href: '/connect',
        name: 'Connect an agent',
        about: 'What to paste into Claude, ChatGPT, Cursor and others.',
      },
    ],
  },
  { title: 'API reference', pages: [referencePage, ...callerGroups].map(listed) },
  { title: 'For operators', pages: operatorGroups.map(listed) },
];

export default async function DocsRoute() {
  await connection();
  const { context, reference } = portal();
  const { settings } = context;
  const steps = quickstart({ origin: settings.url, ...(await exampleCall(context)) }, settings);
  return (
    <DocsFrame
      title="Docs"
      lead="A quickstart of five minutes: from finding an API to the receipt of your first call. All other pages are listed below."
      sections={[...steps.map(({ id, title }) => ({ id, title })), { id: 'pages', title: 'All pages' }]}
    >
      <OldAnchors sections={docsSections(await reference())} />
      <Quickstart steps={steps} />
      <section aria-labelledby="pages" className="mt-12 border-t border-line pt-8">
        <h2 id="pages" className="scroll-mt-6 text-xl font-semibold tracking-tight">
          All pages
        </h2>
        {parts.map(({ title, pages }) => (
          <section key={title} className="mt-6">
            <h3 className="text-sm font-semibold">{title}</h3>
            <ul className="mt-2 divide-y divide-line border-y border-line">
              {pages.map(({ href, name, about }) => (
                <li key={href}>
                  <Link
                    href={href}
                    prefetch={false}
                    className="group grid gap-x-6 py-2 sm:grid-cols-[16rem_minmax(0,1fr)]"
                  >
                    <span className="font-medium group-hover:underline">{name}</span>
                    <span className="text-sm leading-6 text-quiet">{about}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </section>
    </DocsFrame>
  );
}

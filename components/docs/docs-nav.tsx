'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import {
  basicsPage,
  callerGroups,
  docsAddress,
  type DocsPage,
  operatorGroups,
  referencePage,
} from '../../lib/reference/docs-pages.ts';
import { Arrow } from '../shell/buttons.tsx';

export interface Section {
  id: string;
  title: string;
}

const linkOf = (page: DocsPage) => ({ href: docsAddress(page), name: page.name });

const groups = [
  {
    title: 'Guides',
    links: [
      { href: '/docs', name: 'Quickstart' },
      linkOf(basicsPage),
      { href: '/problems', name: 'Error codes' },
      { href: '/changes', name: 'Changes of prices' },
      { href: '/connect', name: 'Connect an agent' },
    ],
  },
  { title: 'API reference', links: [referencePage, ...callerGroups].map(linkOf) },
  { title: 'For operators', links: operatorGroups.map(linkOf) },
];

/** All pages and the sections of this one: beside the text on a wide screen, a menu above it on a narrow one. */
export function DocsNav({ sections }: { sections: Section[] }) {
  const pathname = usePathname();
  const read = useReadSection(sections);
  const side = useRef<HTMLElement>(null);
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    showCurrent(side.current);
  }, [pathname, read]);
  const page = groups.flatMap(({ links }) => links).find(({ href }) => href === pathname);
  const pages = <Pages pathname={pathname} sections={sections} read={read} />;
  return (
    <>
      <nav
        ref={side}
        aria-label="Docs"
        className="sticky top-0 -mx-2 hidden max-h-dvh self-start overflow-y-auto px-2 py-10 text-sm lg:block print:hidden"
      >
        {pages}
      </nav>
      <details
        ref={menu}
        data-top-bar
        className="group sticky top-0 z-10 -mx-4 border-b border-line bg-paper text-sm sm:-mx-6 lg:hidden print:hidden"
        onToggle={() => showCurrent(menu.current?.querySelector('nav') ?? null)}
        onKeyDown={({ key }) => {
          if (key === 'Escape' && menu.current) menu.current.open = false;
        }}
      >
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 -outline-offset-2 sm:px-6 [&::-webkit-details-marker]:hidden">
          <span className="font-medium">{page?.name ?? 'Docs'}</span>
          <span className="min-w-0 flex-1 truncate text-quiet">
            {sections.find(({ id }) => id === read)?.title}
          </span>
          <span className="text-quiet">Docs</span>
          <Arrow className="rotate-90 text-quiet group-open:-rotate-90" />
        </summary>
        <nav
          aria-label="Docs"
          className="relative max-h-[calc(100dvh-2.75rem)] overflow-y-auto border-t border-dashed border-line px-4 py-4 sm:px-6"
          onClick={({ target }) => {
            if (menu.current && target instanceof HTMLAnchorElement) menu.current.open = false;
          }}
        >
          {pages}
        </nav>
      </details>
    </>
  );
}

const linkLook =
  'block rounded-md px-2 py-1 max-lg:py-2 text-quiet -outline-offset-2 hover:text-ink aria-[current]:font-medium aria-[current]:text-ink';

function Pages({
  pathname,
  sections,
  read,
}: {
  pathname: string;
  sections: Section[];
  read: string | undefined;
}) {
  return groups.map(({ title, links }) => (
    <div key={title} className="mt-6 first:mt-0">
      <p className="pb-1 text-xs text-quiet">{title}</p>
      <ul className="-mx-2">
        {links.map(({ href, name }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              aria-current={href === pathname ? 'page' : undefined}
              className={`${linkLook} aria-[current]:bg-sunk`}
            >
              {name}
            </Link>
            {href === pathname && (
              <ul className="my-1 ml-2 border-l border-line">
                {sections.map((section) => (
                  <li key={section.id}>
                    <a
                      href={`#${section.id}`}
                      aria-current={section.id === read ? 'location' : undefined}
                      className={`${linkLook} -ml-px rounded-l-none border-l-2 border-transparent pl-3 aria-[current]:border-accent`}
                    >
                      {section.title}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </div>
  ));
}

/** Scrolls the list itself, and never the page, to the page and section that are read. */
function showCurrent(list: HTMLElement | null): void {
  const current = [...(list?.querySelectorAll<HTMLElement>('[aria-current]') ?? [])].at(-1);
  if (!list || !current) return;
  const height = Math.min(list.clientHeight, window.innerHeight - list.getBoundingClientRect().top);
  const top = current.offsetTop - list.scrollTop;
  if (top < 0 || top > height - 2 * current.clientHeight) list.scrollTop = current.offsetTop - height / 2;
}

/** The section that is being read; undefined above the first one. */
function useReadSection(sections: Section[]): string | undefined {
  return useSyncExternalStore(
    subscribeToReading,
    () => findReadSection(sections),
    () => undefined,
  );
}

function subscribeToReading(look: () => void): () => void {
  const events = ['scroll', 'resize', 'hashchange'];
  for (const event of events) window.addEventListener(event, look, { passive: true });
  return () => {
    for (const event of events) window.removeEventListener(event, look);
  };
}

/** Where a heading counts as read, in pixels from the top: below that of a section that a link has led to. */
const readingLine = 120;

/** The last one that begins above a line near the top. At the end of the page, it is the one that a link has led to, or the last. */
function findReadSection(sections: Section[]): string | undefined {
  const { clientHeight, scrollHeight } = document.documentElement;
  const isAtEnd = window.scrollY > 0 && window.scrollY + clientHeight >= scrollHeight - 2;
  const visible = sections.filter(({ id }) => topOf(id) < (isAtEnd ? clientHeight : readingLine));
  const chosen = visible.find(({ id }) => isAtEnd && `#${id}` === window.location.hash && topOf(id) >= 0);
  return (chosen ?? visible.at(-1))?.id;
}

function topOf(id: string): number {
  return document.getElementById(id)?.getBoundingClientRect().top ?? Infinity;
}

'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { type MemberVerb, mayRole } from '../../lib/account/roles.ts';
import type { Session } from '../../lib/account/session.ts';
import { sessionOptions } from '../keys/session-options.ts';

export function SiteNav() {
  const pathname = usePathname();
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  return (
    <nav aria-label="Portal" className="-mx-2 overflow-x-auto">
      <ul className="flex text-sm">
        {navLinks(session).map(({ href, name }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              aria-current={currentOf(href, pathname)}
              className="block rounded-md px-2 py-1.5 text-quiet -outline-offset-2 hover:text-ink aria-[current]:font-medium aria-[current]:text-ink aria-[current]:underline aria-[current]:decoration-accent aria-[current]:decoration-2 aria-[current]:underline-offset-8 sm:px-2.5 md:px-1.5 lg:px-2.5"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Products and APIs belong to the catalogue, receipts to the calls. */
function currentOf(href: string, pathname: string): 'page' | 'true' | undefined {
  if (href === pathname) return 'page';
  const folders = href === '/' ? ['/products/', '/apis/'] : [`${href}/`];
  return folders.some((folder) => pathname.startsWith(folder)) ? 'true' : undefined;
}

export interface PageLink {
  href: string;
  name: string;
  /** A role that may do none of them finds nothing there. */
  verbs?: readonly MemberVerb[];
}

const links: readonly PageLink[] = [
  { href: '/', name: 'Catalogue' },
  { href: '/calls', name: 'Calls', verbs: ['read-calls'] },
  { href: '/credits', name: 'Credits' },
  { href: '/keys', name: 'Keys', verbs: ['own-keys', 'read-keys'] },
  { href: '/docs', name: 'Docs' },
];

const operatorLink: PageLink = { href: '/operator', name: 'Operator' };

type Shown = Pick<Session, 'operator' | 'role'> | undefined;

/** The pages in the header and the palette, for whom they have something. */
export function navLinks(session: Shown, more: readonly PageLink[] = []): readonly PageLink[] {
  const all = [...links, ...(session?.operator ? [operatorLink] : []), ...more];
  const role = session?.role ?? null;
  return all.filter(({ verbs }) => !verbs || role === null || verbs.some((verb) => mayRole(role, verb)));
}

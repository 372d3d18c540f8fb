'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { type MemberVerb, mayRole } from '../../../lib/account/roles.ts';
import type { Session } from '../../../lib/account/session.ts';
import { sessionOptions } from '../../keys/session-options.ts';

export function SiteNav() {
  const pathname = usePathname();
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  return (
    <nav aria-label="Portal" className="self-stretch max-md:hidden">
      <ul className="flex h-full text-sm">
        {headerLinks(session).map(({ href, name }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              aria-current={currentOf(href, pathname)}
              className="relative flex h-full items-center px-2 text-quiet -outline-offset-4 hover:text-ink aria-[current]:font-medium aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-2 aria-[current]:after:-bottom-px aria-[current]:after:h-0.5 aria-[current]:after:bg-accent lg:px-2.5 lg:aria-[current]:after:inset-x-2.5"
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

const operatorLink: PageLink = { href: '/operator', name: 'Console' };
/** What only members and keys of an account come back to. */
const ofAccounts = ['/credits', '/keys'];

type Shown = Pick<Session, 'operator' | 'role'> | undefined;

/** The pages in the header: those of the account for its members, and of the portal for everybody. */
export function headerLinks(session: Session | undefined): readonly PageLink[] {
  const isOperatorAlone = session?.operator && !session.account;
  return navLinks(session).filter(
    ({ href }) =>
      !(ofAccounts.includes(href) && !session?.account) && !(href === '/calls' && isOperatorAlone),
  );
}

/** The pages in the palette, for whom they have something. */
export function navLinks(session: Shown, more: readonly PageLink[] = []): readonly PageLink[] {
  const all = [...links, ...(session?.operator ? [operatorLink] : []), ...more];
  const role = session?.role ?? null;
  return all.filter(({ verbs }) => !verbs || role === null || verbs.some((verb) => mayRole(role, verb)));
}

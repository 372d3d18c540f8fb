'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { sessionOptions } from '../keys/session-options.ts';
import { navLinks } from './nav-links.ts';

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

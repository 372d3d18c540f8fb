'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';

/** The sections of the console. */
export function OperatorNav({ sections }: { sections: { href: string; name: string }[] }) {
  const pathname = usePathname();
  const isIn = (href: string) =>
    pathname === href || (href !== '/operator' && pathname.startsWith(`${href}/`));
  return (
    <nav aria-label="Operator" className="-mx-2 mb-6 border-b border-line pb-2">
      <ul className="flex flex-wrap text-sm">
        {sections.map(({ href, name }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              aria-current={isIn(href) ? (pathname === href ? 'page' : 'true') : undefined}
              className="block rounded-md px-2.5 py-1.5 whitespace-nowrap text-quiet -outline-offset-2 hover:text-ink aria-[current]:bg-sunk aria-[current]:font-medium aria-[current]:text-ink"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

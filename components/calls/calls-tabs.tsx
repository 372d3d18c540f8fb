import Link from 'next/link';

const tabs = [
  { href: '/calls', name: 'Made' },
  { href: '/calls/refused', name: 'Refused' },
];

/** The heading of the pages of calls, with a link to each. */
export function CallsTabs({ current }: { current: '/calls' | '/calls/refused' }) {
  return (
    <>
      <h1 className="text-3xl font-semibold tracking-tight">Calls</h1>
      <nav aria-label="Kinds of calls" className="mt-4 flex gap-6 border-b border-line">
        {tabs.map(({ href, name }) => (
          <Link
            key={href}
            href={href}
            aria-current={href === current ? 'page' : undefined}
            className="-mb-px border-b-2 border-transparent py-2 text-quiet hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
          >
            {name}
          </Link>
        ))}
      </nav>
    </>
  );
}

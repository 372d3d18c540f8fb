import type { Metadata } from 'next';
import Link from 'next/link';

export const metadata: Metadata = { title: 'Page not found' };

export default function NotFoundPage() {
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10 [&>*]:max-w-2xl">
      <p className="font-mono text-sm text-quiet">404</p>
      <h1 className="mt-1 text-3xl font-semibold tracking-tight">Page not found</h1>
      <p className="mt-4">
        Check the address, or search for what you need. A renamed product has a new address.
      </p>
      <ul className="mt-6 flex flex-wrap gap-3">
        <li>
          <Link
            href="/"
            className="inline-block rounded-md border border-accent bg-accent px-4 py-2 font-medium text-accent-ink"
            prefetch={false}
          >
            Search the catalogue
          </Link>
        </li>
        <li>
          <Link
            href="/docs"
            className="inline-block rounded-md border border-line px-4 py-2 hover:bg-sunk"
            prefetch={false}
          >
            Read the docs
          </Link>
        </li>
      </ul>
    </main>
  );
}

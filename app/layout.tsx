import type { Metadata } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { QueryProvider } from '../components/query-provider.tsx';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Farebox: know the fare before you ride', template: '%s · Farebox' },
  description: 'Browse API products, see what a call costs before you make it, and call it.',
};

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body className="min-h-dvh">
        <header className="border-b border-line">
          <div className="mx-auto flex max-w-5xl flex-wrap items-baseline gap-x-4 px-4 py-4 sm:px-6">
            <Link href="/" className="text-lg font-semibold tracking-tight">
              Farebox
            </Link>
            <p className="text-sm text-quiet">Know the fare before you ride.</p>
            <a
              href="/openapi.json"
              className="ml-auto text-sm text-quiet underline-offset-4 hover:text-ink hover:underline"
            >
              OpenAPI
            </a>
          </div>
        </header>
        <QueryProvider>{children}</QueryProvider>
      </body>
    </html>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { pageAddress } from '../../lib/product/page-address.ts';
import { momentText } from '../../lib/text/times.ts';
import { OwnLoadError } from '../load-error.tsx';
import { LazyBoundary, lazyPart } from '../lazy-boundary.tsx';
import { termsQuery } from '../people/queries.ts';

/** It has a parser of Markdown. */
const AcceptButton = lazyPart(async () => (await import('./accept-terms.tsx')).AcceptButton);

/** The terms that the account accepted, and those that changed since. Nothing, if it accepted none. */
export function OwnTerms({ mayAccept }: { mayAccept: boolean }) {
  const { data, error, refetch } = useQuery(termsQuery);
  if (error && !data) return <OwnLoadError what="The terms" error={error} retry={() => void refetch()} />;
  if (!data || data.list.length === 0) return null;
  const { list } = data;
  const isNewest = (at: number) => list.findIndex(({ page }) => page === list[at]?.page) === at;
  return (
    <section aria-labelledby="terms" className="mt-10">
      <h2 id="terms" className="text-lg font-semibold">
        Accepted terms
      </h2>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {list.map(({ page, title, version, acceptedAt, by, isEnough }, at) => (
          <li key={`${page} ${version}`} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <Link
                href={pageAddress(page)}
                prefetch={false}
                className="font-medium break-words underline-offset-4 hover:underline"
              >
                {title}
              </Link>
              <p className="text-sm break-words text-quiet">
                Version {version}, accepted by {by.name ?? 'a person who left'} on {momentText(acceptedAt)}{' '}
                UTC
              </p>
              {!isEnough && isNewest(at) && (
                <p className="text-sm text-bad">
                  It has changed: calls of products with these terms are refused until an owner or admin
                  accepts them again.
                </p>
              )}
            </div>
            {!isEnough && isNewest(at) && mayAccept && (
              <LazyBoundary what="The terms">
                <AcceptButton terms={{ page, title }} />
              </LazyBoundary>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

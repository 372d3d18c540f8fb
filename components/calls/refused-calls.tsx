'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { RefusedCallList } from '../../lib/call/call-list.ts';
import { groupedNumber } from '../../lib/text/numbers.ts';
import { dayText } from '../../lib/text/times.ts';
import { sessionOptions } from '../keys/session-options.ts';
import { OwnLoadError } from '../load-error.tsx';
import { CsvLink } from './export-csv.tsx';
import { refusedCallsOptions, refusedPageSize, refusedUsageOptions } from './call-list-options.ts';
import { CallsTabs } from './calls-filter.tsx';
import { RefusedRows, RefusedTotals } from './refused-tables.tsx';
import { StepPager } from './step-pager.tsx';

/** The last calls of an account that were refused, and how many there were by reason and key. */
export function RefusedCalls({ page }: { page: number }) {
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10">
      <CallsTabs current="/calls/refused">
        <Refused page={page} />
      </CallsTabs>
    </main>
  );
}

function Refused({ page }: { page: number }) {
  const calls = useQuery(refusedCallsOptions(page));
  const usage = useQuery(refusedUsageOptions());
  const error = calls.error ?? usage.error;
  const retry = () => void Promise.all([calls.refetch(), usage.refetch()]);
  const isEmpty = calls.data?.total === 0 && usage.data?.list.length === 0;
  return (
    <>
      {error && <OwnLoadError what="The refused calls" error={error} retry={retry} />}
      {!error && (calls.isPending || usage.isPending) && <p className="mt-6 text-quiet">Loading calls…</p>}
      {!error && isEmpty && <NothingRefused />}
      {!error && !isEmpty && calls.data && usage.data && (
        <>
          <p className="mt-4 max-w-prose text-sm text-quiet">
            These calls were refused before credits were held, because of credits, limits, permissions, input
            or request rate. They cost nothing, and appear here within seconds.
          </p>
          <section aria-labelledby="reasons" className="mt-6">
            <Head
              id="reasons"
              title="By reason and key"
              csv={{ address: '/api/usage/refused?format=csv', of: 'reasons' }}
            />
            <p className="mt-1 text-sm text-quiet">
              {dayText(usage.data.from)} to {dayText(usage.data.to)}, days in UTC
            </p>
            <RefusedTotals usage={usage.data} />
          </section>
          <LastCalls page={page} calls={calls.data} />
        </>
      )}
    </>
  );
}

function LastCalls({ page, calls: { list, total } }: { page: number; calls: RefusedCallList }) {
  const last = Math.max(1, Math.ceil(total / refusedPageSize));
  return (
    <section aria-labelledby="last" className="mt-10">
      <Head
        id="last"
        title={total === 1 ? 'The last one' : `The last ${groupedNumber(total)}`}
        csv={{ address: '/api/calls/refused?pageSize=1000&format=csv', of: 'calls' }}
      />
      {list.length > 0 ? (
        <RefusedRows calls={list} />
      ) : (
        <p className="mt-2 text-quiet">
          This page is past the end of the list.{' '}
          <Link href="/calls/refused" className="text-accent underline underline-offset-4">
            Go to the first page
          </Link>
        </p>
      )}
      <StepPager
        page={page}
        last={last}
        addressOf={(to) => (to > 1 ? `/calls/refused?page=${to}` : '/calls/refused')}
      />
    </section>
  );
}

function Head({ id, title, csv }: { id: string; title: string; csv: { address: string; of: string } }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      <CsvLink address={csv.address} fileName={`farebox-refused-${csv.of}.csv`} of={title} />
    </div>
  );
}

function NothingRefused() {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  const isGuest = session?.kind === 'guest';
  return (
    <div className="mt-6 rounded-md border border-dashed border-line px-6 py-12 text-center">
      <p className="font-medium">
        {isGuest ? 'Refused calls of guests are not recorded.' : 'No calls were refused.'}
      </p>
      <p className="mx-auto mt-1 max-w-prose text-quiet">
        {isGuest
          ? 'With an account, you can see here which calls were refused, and why.'
          : 'Calls that are refused because of credits, limits, permissions, input or request rate are listed here. They cost nothing.'}
      </p>
    </div>
  );
}

'use client';

import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import {
  callsAddress,
  callsPageSize,
  type CallsView,
  isNarrowed,
  noFilter,
} from '../../lib/view/calls-view.ts';
import { callListOptions } from './call-list-options.ts';
import { CallsFilter } from './calls-filter.tsx';
import { CallsTabs } from './calls-tabs.tsx';
import { CallsTable } from './calls-table.tsx';
import { ExportCsv } from './export-csv.tsx';
import { gatherCalls, mostSavedCalls } from './gather-calls.ts';
import { OwnLoadError } from '../own-load-error.tsx';
import { StepPager } from './step-pager.tsx';

/** `unread` says what of the filter cannot be read. */
export function Calls({ view, unread }: { view: CallsView; unread: string | undefined }) {
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10">
      <CallsTabs current="/calls" />
      {unread === undefined ? (
        <Listed view={view} />
      ) : (
        <>
          <Filter view={view} />
          <div role="alert" className={empty}>
            <p className="font-medium break-words">This filter cannot be read: {unread}</p>
            <p className="mt-2">
              <Link href={callsAddress(noFilter)} className="text-accent underline underline-offset-4">
                Show all calls
              </Link>
            </p>
          </div>
        </>
      )}
    </main>
  );
}

function Filter({ view }: { view: CallsView }) {
  return <CallsFilter key={callsAddress({ ...view, page: 1 })} view={view} />;
}

function Listed({ view }: { view: CallsView }) {
  const { data, error, isPending, refetch } = useQuery(callListOptions(view));
  const isNew = !error && data?.total === 0 && !isNarrowed(view);
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / callsPageSize));
  return (
    <>
      {!isNew && <Filter view={view} />}
      {isPending && <p className="mt-6 text-quiet">Loading calls…</p>}
      {error && <OwnLoadError what="The calls" error={error} retry={() => void refetch()} />}
      {isNew && <NothingCalled />}
      {data && !error && !isNew && (
        <>
          <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <p role="status" className="text-sm text-quiet tabular-nums">
              {groupedNumber(data.total)} {data.total === 1 ? 'call' : 'calls'}, newest first
            </p>
            {data.total > 0 && (
              <ExportCsv
                fileName="farebox-calls.csv"
                most={`Up to the newest ${groupedNumber(mostSavedCalls)} calls.`}
                gather={(onRows, signal) => gatherCalls(view, onRows, signal)}
              />
            )}
          </div>
          {data.list.length > 0 ? (
            <CallsTable calls={data.list} />
          ) : (
            <NothingHere view={view} total={data.total} unknownFilter={data.unknownFilter} />
          )}
          <StepPager page={view.page} last={last} addressOf={(page) => callsAddress({ ...view, page })} />
          {data.truncated && (
            <p className="mt-3 text-sm text-quiet">
              Only the newest {groupedNumber(data.total)} calls are listed. To see older ones, choose an
              earlier end date.
            </p>
          )}
        </>
      )}
    </>
  );
}

const empty = 'mt-4 rounded-md border border-dashed border-line px-6 py-12 text-center';

interface Nothing {
  view: CallsView;
  total: number;
  unknownFilter: string | undefined;
}

function NothingHere({ view, total, unknownFilter = 'No calls match these filters.' }: Nothing) {
  const isPastEnd = total > 0;
  return (
    <div className={empty}>
      <p className="font-medium">{isPastEnd ? 'This page is past the end of the list.' : unknownFilter}</p>
      <p className="mt-2">
        <Link
          href={callsAddress(isPastEnd ? { ...view, page: 1 } : noFilter)}
          className="text-accent underline underline-offset-4"
        >
          {isPastEnd ? 'Go to the first page' : 'Show all calls'}
        </Link>
      </p>
    </div>
  );
}

function NothingCalled() {
  return (
    <div className={empty}>
      <p className="font-medium">You have not made any calls yet.</p>
      <p className="mx-auto mt-1 max-w-prose text-quiet">
        Every call has a receipt here that explains its cost line by line.
      </p>
      <p className="mt-4">
        <Link href="/" className="inline-block rounded-md bg-accent px-4 py-2 font-medium text-accent-ink">
          Choose a product
        </Link>
      </p>
    </div>
  );
}

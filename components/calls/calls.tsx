'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { CallList } from '../../lib/call/call-list.ts';
import { endingText, stateWords } from '../../lib/call/call-words.ts';
import { csvText } from '../../lib/text/csv-text.ts';
import { groupedNumber } from '../../lib/text/numbers.ts';
import {
  callsAddress,
  callsPageSize,
  type CallsView,
  isNarrowed,
  noFilter,
  callListParameters,
} from '../../lib/view/calls-view.ts';
import { fetchJson } from '../fetch-json.ts';
import { OwnLoadError } from '../load-error.tsx';
import { callListOptions } from './call-list-options.ts';
import { CallsFilter, CallsTabs } from './calls-filter.tsx';
import { CallsTable } from './calls-table.tsx';
import { ExportCsv } from './export-csv.tsx';
import { StepPager } from './step-pager.tsx';

/** `unread` says what of the filter cannot be read. */
export function Calls({ view, unread }: { view: CallsView; unread: string | undefined }) {
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10">
      <CallsTabs current="/calls">
        {unread === undefined ? <Listed view={view} /> : <Unread view={view} why={unread} />}
      </CallsTabs>
    </main>
  );
}

function Unread({ view, why }: { view: CallsView; why: string }) {
  return (
    <>
      <Filter view={view} />
      <div role="alert" className={empty}>
        <p className="font-medium break-words">Invalid filter: {why}</p>
        <p className="mt-2">
          <Link href={callsAddress(noFilter)} className="text-accent underline underline-offset-4">
            Show all calls
          </Link>
        </p>
      </div>
    </>
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

/** The limit of the endpoint. */
const mostSavedCalls = 10_000;
const pageSize = 100;

/** The filtered calls as CSV. Calls after the start of the export are left out, so pages do not shift. */
async function gatherCalls(
  view: CallsView,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const parameters = new URLSearchParams({
    to: new Date().toISOString(),
    ...callListParameters(view),
    pageSize: String(pageSize),
  });
  const calls: CallList['list'] = [];
  for (let page = 1; page <= mostSavedCalls / pageSize; page += 1) {
    parameters.set('page', String(page));
    const { list } = await fetchJson('GET /api/calls', { query: parameters, signal });
    calls.push(...list);
    onRows(calls.length);
    if (list.length < pageSize) break;
  }
  return csvText(header, calls.map(rowOf));
}

const header = [
  'call',
  'key',
  'key name',
  'person',
  'person name',
  'request',
  'product',
  'product name',
  'began',
  'ended',
  'state',
  'outcome',
  'quoted credits',
  'charged credits',
];

function rowOf({
  id,
  key,
  person,
  requestId,
  product,
  startedAt,
  settledAt,
  state,
  outcome,
  problem,
  upstreamStatus,
  quoted,
  charged,
}: CallList['list'][number]) {
  return [
    ...[id, key?.id ?? null, key?.name ?? null, person?.id ?? null, person?.name ?? null, requestId],
    ...[product.slug, product.name, startedAt, settledAt, stateWords[state]],
    ...[outcome && endingText({ outcome, problem, upstreamStatus }), quoted, charged],
  ];
}

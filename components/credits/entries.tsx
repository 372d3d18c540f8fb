'use client';

import Link from 'next/link';
import type { CreditAccount } from '../../lib/account/credit-account.ts';
import { csvText } from '../../lib/text/csv-text.ts';
import { groupedNumber, signedNumber } from '../../lib/text/numbers.ts';
import { momentTextOf } from '../../lib/text/times.ts';
import { ExportCsv } from '../calls/export-csv.tsx';
import { StepPager } from '../calls/step-pager.tsx';
import { entryWords } from '../../lib/view/daily-use.ts';
import { fetchJson } from '../fetch-json.ts';
import { entriesPageSize } from './queries.ts';

type EntryList = CreditAccount['entries'];

/** The limit of the endpoint. */
const mostPages = 100;

interface Props {
  entries: EntryList;
  page: number;
  /** Whether the visitor may read the receipts of calls. */
  seesCalls: boolean;
}

export function Entries({ entries, page, seesCalls }: Props) {
  const { list, total } = entries;
  const timeOf = momentTextOf(list, ({ at }) => at);
  const last = Math.min(mostPages, Math.max(1, Math.ceil(total / entriesPageSize)));
  return (
    <section aria-labelledby="entries" className="mt-12">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="entries" className="text-lg font-semibold">
          Ledger <span className="text-sm font-normal text-quiet tabular-nums">{groupedNumber(total)}</span>
        </h2>
        {total > 0 && (
          <ExportCsv
            fileName="farebox-entries.csv"
            most={`Up to ${groupedNumber(mostSavedEntries)} of the newest entries.`}
            gather={gatherEntries}
          />
        )}
      </div>
      {list.length === 0 ? (
        <p className="mt-3 rounded-md border border-dashed border-line px-6 py-8 text-center text-quiet">
          {total === 0 ? 'No entries yet.' : 'This page is past the end of the ledger.'}
        </p>
      ) : (
        <table className="mt-2 w-full table-fixed border-y border-line text-left">
          <caption className="sr-only">Ledger entries, newest first</caption>
          <thead className="text-sm text-quiet">
            <tr>
              <th scope="col" className="py-2 pr-4 font-normal">
                Entry
              </th>
              <th scope="col" className="hidden w-48 py-2 pr-4 font-normal sm:table-cell">
                Date (UTC)
              </th>
              <th scope="col" className="w-28 py-2 text-right font-normal">
                Credits
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-t border-line">
            {list.map((entry) => (
              <EntryRow key={entry.id} entry={entry} time={timeOf(entry)} seesCalls={seesCalls} />
            ))}
          </tbody>
        </table>
      )}
      <StepPager
        page={page}
        last={last}
        addressOf={(other) => (other === 1 ? '/credits' : `/credits?page=${other}`)}
      />
    </section>
  );
}

interface RowProps {
  entry: EntryList['list'][number];
  time: string;
  seesCalls: boolean;
}

function EntryRow({ entry, time, seesCalls }: RowProps) {
  const { kind, amount, callId, reason, product } = entry;
  const call = callId !== null && (
    <>
      {kind !== 'charge' && `${entryWords[kind]}: `}
      {product?.name ?? entryWords[kind]}{' '}
      <span className="font-mono text-sm text-quiet">…{callId.slice(-6)}</span>
    </>
  );
  return (
    <tr className="align-baseline">
      <td className="py-2.5 pr-4 break-words">
        {!call && (
          <>
            {entryWords[kind]}
            {kind === 'charge' && ' by another guest on your network'}
          </>
        )}
        {call && !seesCalls && call}
        {call && seesCalls && (
          <Link href={`/calls/${callId}`} className="underline decoration-line underline-offset-4">
            {call}
          </Link>
        )}
        {reason !== null && <span className="block text-sm text-quiet">{reason}</span>}
        <span className="block text-sm text-quiet tabular-nums sm:hidden">{time} UTC</span>
      </td>
      <td className="hidden py-2.5 pr-4 text-sm text-quiet tabular-nums sm:table-cell">{time}</td>
      <td className={`py-2.5 text-right tabular-nums ${amount > 0 ? 'text-good' : ''}`}>
        {signedNumber(amount)}
      </td>
    </tr>
  );
}

type Entry = CreditAccount['entries']['list'][number];

/** The limit of the endpoint. */
const mostSavedEntries = 10_000;
const pageSize = 100;

/** The ledger entries as CSV. New calls shift entries to the next page, so duplicates are dropped. */
async function gatherEntries(onRows: (rows: number) => void, signal: AbortSignal): Promise<string> {
  const entries = new Map<number, Entry>();
  for (let page = 1; page <= mostSavedEntries / pageSize; page += 1) {
    const query = { page: String(page), pageSize: String(pageSize) };
    const { list } = (await fetchJson('GET /api/credits', { query, signal })).entries;
    for (const entry of list) entries.set(entry.id, entry);
    onRows(entries.size);
    if (list.length < pageSize) break;
  }
  const rows = [...entries.values()].map(({ id, at, kind, amount, callId, product, reason }) => [
    ...[id, at, kind],
    ...[amount, product?.slug ?? null, callId, reason],
  ]);
  return csvText(['entry', 'at', 'kind', 'credits', 'product', 'call', 'reason'], rows);
}

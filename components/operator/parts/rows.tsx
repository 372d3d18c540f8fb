import Link from 'next/link';
import type { ReactNode } from 'react';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { CsvLink } from './csv-link.tsx';
import { type Filter, FilterBar } from './filter-bar.tsx';
import { PageHead } from './page-head.tsx';

interface Column {
  title: string;
  /** Its classes, such as its width. A column that a phone has no room for is `wide`, with `wideCell` below it. */
  className?: string;
  /** Of amounts, which stand at the right. */
  isFigure?: boolean;
  /** For readers of the screen alone, such as over the menus. */
  isHidden?: boolean;
}

/** Columns and cells that need this much of the page: the rail takes the rest. */
export const wide = 'hidden @xl:table-cell';
export const wider = 'hidden @3xl:table-cell';
export const widest = 'hidden @5xl:table-cell';

/**
 * The frame of a table of the console: it lies on the paper, with one line for each thing. On a phone the first column
 * says below its name what the others do.
 */
export function Rows({
  caption,
  columns,
  children,
}: {
  caption: string;
  columns: Column[];
  children: ReactNode;
}) {
  return (
    <table className="mt-3 w-full table-fixed text-left text-dense">
      <caption className="sr-only">{caption}</caption>
      <thead className="sticky top-0 z-10 bg-paper text-xs text-quiet shadow-[0_1px_var(--line)]">
        <tr>
          {columns.map(({ title, className = '', isFigure = false, isHidden = false }) => (
            <th
              key={title}
              scope="col"
              className={`h-8 pr-3 font-medium whitespace-nowrap last:pr-0 ${isFigure ? 'text-right' : ''} ${className}`}
            >
              {isHidden ? <span className="sr-only">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="[&>tr]:border-b [&>tr]:border-rule [&>tr]:hover:bg-hover">{children}</tbody>
    </table>
  );
}

/** Shown instead of a table that has no rows: what it is for. */
export function NoRows({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="mt-4 grid justify-items-center gap-3 rounded-lg border border-dashed border-line px-6 py-10 text-center text-quiet">
      <p>{children}</p>
      {action}
    </div>
  );
}

export const cell = 'h-9 py-1.5 pr-3 last:pr-0 align-middle break-words max-rail:h-11 max-rail:py-2.5';
export const wideCell = `${wide} ${cell} truncate`;
export const widerCell = `${wider} ${cell} truncate`;
export const widestCell = `${widest} ${cell} truncate`;
export const figure = 'text-right tabular-nums';
export const rowLink = 'font-medium underline-offset-4 hover:underline';

/** The name of a thing, and what else tells it from others: on one line, and on a phone on two. */
export function Named({ name, more, below }: { name: ReactNode; more?: ReactNode; below?: ReactNode }) {
  return (
    <>
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="min-w-0 shrink-0 break-words max-rail:shrink rail:max-w-full rail:truncate">
          {name}
        </span>
        {more !== undefined && (
          <span className="min-w-0 flex-1 truncate text-xs text-quiet max-rail:hidden">{more}</span>
        )}
      </span>
      {below !== undefined && <span className="block text-quiet @xl:hidden">{below}</span>}
    </>
  );
}

interface ListHeadProps {
  title: string;
  /** The address of the page. */
  address: string;
  /** What the address filters by. */
  given: Record<string, string>;
  /** The same as the endpoint is asked, if it is another. */
  asked?: Record<string, string>;
  /** Of the list as CSV; absent for roles that may not export it. */
  csv: string | undefined;
  filters: readonly Filter[];
  /** What is so, beside the title and below it. */
  pills?: ReactNode;
  sub?: ReactNode;
  /** The one action of the list. */
  action?: ReactNode;
  /** Views of the list, above the filters, and what they ask for. */
  tabs?: ReactNode;
  fixed?: Record<string, string>;
}

/** The title of a list, its filters, which are in the address, and its CSV. */
export function ListHead({ asked, csv, pills, sub, action, tabs, ...bar }: ListHeadProps) {
  const { title, address, given, filters, fixed } = bar;
  const { before: _before, ...filter } = asked ?? given;
  const query = new URLSearchParams({ ...filter, pageSize: '1000', format: 'csv' });
  return (
    <>
      <PageHead title={title} pills={pills} sub={sub}>
        {csv !== undefined && (
          <CsvLink
            address={`${csv}?${query}`}
            fileName={`farebox-${csv.slice(csv.lastIndexOf('/') + 1)}.csv`}
          />
        )}
        {action}
      </PageHead>
      {tabs}
      <FilterBar label={title} {...{ address, given, filters }} {...(fixed && { fixed })} />
    </>
  );
}

export type { Filter } from './filter-bar.tsx';

/** To the next page of a list that is read from its newest row on, or by name, and back to the first. */
export function PageLinks({
  address,
  given,
  next,
  byName = false,
}: {
  address: string;
  given: Record<string, string>;
  next: number | null;
  byName?: boolean | undefined;
}) {
  const { before, ...filter } = given;
  const addressOf = (parameters: Record<string, string>) => {
    const query = new URLSearchParams(parameters).toString();
    return query === '' ? address : `${address}?${query}`;
  };
  if (before === undefined && next === null) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center justify-between gap-4 text-dense">
      {before === undefined ? <span /> : <Step href={addressOf(filter)}>{byName ? 'First' : 'Newest'}</Step>}
      {next !== null && (
        <Step href={addressOf({ ...filter, before: String(next) })}>{byName ? 'More' : 'Older'}</Step>
      )}
    </nav>
  );
}

function Step({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="button button-small">
      {children}
    </Link>
  );
}

/** Below a table: how many rows it has. `thing`: in their number, as `key` or `keys`. */
export function Foot({ shown, of, thing }: { shown: number; of?: number; thing: string }) {
  return (
    <p className="mt-3 text-dense text-quiet tabular-nums">
      {of === undefined || of === shown
        ? `${groupedNumber(shown)} ${thing}`
        : `${groupedNumber(shown)} of ${groupedNumber(of)} ${thing}`}
      . Times are in UTC.
    </p>
  );
}

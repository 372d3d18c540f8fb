import Form from 'next/form';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { isDay } from '../../lib/text/times.ts';
import { CsvLink } from './csv-link.tsx';

interface Column {
  title: string;
  /** Its classes, such as its width. A column that a phone has no room for is `hidden sm:table-cell`. */
  className?: string;
}

/** The frame of a table of the console. On a phone the first column says what the others do. */
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
    <table className="mt-4 w-full table-fixed border-y border-line text-left">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-sm text-quiet">
        <tr>
          {columns.map(({ title, className = '' }) => (
            <th key={title} scope="col" className={`py-2 pr-4 font-normal last:pr-0 ${className}`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">{children}</tbody>
    </table>
  );
}

/** Shown instead of a table that has no rows. */
export function NoRows({ children }: { children: ReactNode }) {
  return (
    <p className="mt-4 rounded-md border border-dashed border-line px-6 py-10 text-center text-quiet">
      {children}
    </p>
  );
}

export const cell = 'py-3 pr-4 last:pr-0 align-baseline break-words';
export const wideCell = `hidden sm:table-cell ${cell}`;
export const rowLink = 'font-medium break-words underline-offset-4 hover:underline';

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
}

/** The title of a list, its filter, which is written into the address, and its CSV. */
export function ListHead({ title, address, given, asked = given, csv, filters }: ListHeadProps) {
  const { before: _before, ...filter } = asked;
  const query = new URLSearchParams({ ...filter, pageSize: '1000', format: 'csv' });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
        {csv !== undefined && (
          <CsvLink
            address={`${csv}?${query}`}
            fileName={`farebox-${csv.slice(csv.lastIndexOf('/') + 1)}.csv`}
          />
        )}
      </div>
      <Form
        key={JSON.stringify(given)}
        action={address}
        role="search"
        aria-label={title}
        className="mt-4 flex flex-wrap items-end gap-3"
      >
        {filters.map((filter) => (
          <label key={filter.name} className="grid min-w-0 flex-1 basis-40 gap-1 text-sm text-quiet">
            {filter.label}
            <span className="text-base text-ink">
              <FilterField filter={filter} value={given[filter.name] ?? ''} />
            </span>
          </label>
        ))}
        <div className="flex h-11 items-center gap-4">
          <button type="submit" className="rounded-md border border-line px-4 py-2 hover:bg-sunk">
            Show
          </button>
          {Object.keys(given).length > 0 && (
            <Link href={address} className="py-1 text-sm text-accent underline-offset-4 hover:underline">
              Show all
            </Link>
          )}
        </div>
      </Form>
    </>
  );
}

const look = 'block h-11 w-full min-w-0 rounded-md border border-line bg-card px-3 placeholder:text-quiet';

/** What a list is filtered by: a text, the first or last day (UTC), or one of some values, each with a word. */
export interface Filter {
  label: string;
  name: string;
  hint?: string;
  day?: 'first' | 'last';
  words?: Record<string, string>;
}

function FilterField({ filter, value }: { filter: Filter; value: string }) {
  const { name, hint, day, words } = filter;
  if (words)
    return (
      <select name={name} defaultValue={value} className={look}>
        <option value="">Any</option>
        {Object.entries(words).map(([one, word]) => (
          <option key={one} value={one}>
            {word}
          </option>
        ))}
      </select>
    );
  // A link may have a time, which no control of days can show.
  if (day && (value === '' || isDay(value)))
    return <input type="date" name={name} defaultValue={value} className={look} />;
  return <input name={name} defaultValue={value} maxLength={200} placeholder={hint} className={look} />;
}

/** To the next page of a list that is read from its newest row on, and back to the newest. */
export function PageLinks({
  address,
  given,
  next,
}: {
  address: string;
  given: Record<string, string>;
  next: number | null;
}) {
  const { before, ...filter } = given;
  const addressOf = (parameters: Record<string, string>) => {
    const query = new URLSearchParams(parameters).toString();
    return query === '' ? address : `${address}?${query}`;
  };
  if (before === undefined && next === null) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center justify-between gap-4 text-sm">
      {before === undefined ? <span /> : <Step href={addressOf(filter)}>Newest</Step>}
      {next !== null && <Step href={addressOf({ ...filter, before: String(next) })}>Older</Step>}
    </nav>
  );
}

function Step({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="rounded-md border border-line bg-card px-3 py-1.5 hover:bg-sunk">
      {children}
    </Link>
  );
}

import Form from 'next/form';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { CsvLink } from './csv-link.tsx';

interface Props {
  title: string;
  /** The address of the page. */
  address: string;
  /** What the address filters by. */
  given: Record<string, string>;
  /** Of the list as CSV; absent for roles that may not export it. */
  csv?: string;
  /** The inputs of the filter. */
  children?: ReactNode;
}

/** The title of a list, its filter, which is written into the address, and its CSV. */
export function ListHead({ title, address, given, csv, children }: Props) {
  const { before: _before, ...filter } = given;
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
      {children !== undefined && (
        <Form
          key={JSON.stringify(given)}
          action={address}
          role="search"
          aria-label={title}
          className="mt-4 flex flex-wrap items-end gap-3"
        >
          {children}
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
      )}
    </>
  );
}

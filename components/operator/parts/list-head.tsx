import type { ReactNode } from 'react';
import { CsvLink } from './csv-link.tsx';
import { type Filter, FilterBar } from './filter-bar.tsx';
import type { ListOrder } from './list-order.ts';
import { PageHead } from './page-head.tsx';

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
  /** States beside the title, and a quiet line below it. */
  pills?: ReactNode;
  sub?: ReactNode;
  /** The one action of the list. */
  action?: ReactNode;
  /** Views of the list, above the filters, and what they ask for. */
  tabs?: ReactNode;
  fixed?: Record<string, string>;
  order?: ListOrder | undefined;
}

/** The title of a list, its filters, which are in the address, and its CSV. */
export function ListHead({ title, asked, csv, pills, sub, action, tabs, ...bar }: ListHeadProps) {
  const { before: _before, ...filter } = asked ?? bar.given;
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
      <FilterBar label={title} {...bar} />
    </>
  );
}

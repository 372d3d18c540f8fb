import type { ReactNode } from 'react';
import type { z } from 'zod';
import { type Filter, ListHead, PageLinks } from '../../components/operator/parts/rows.tsx';
import type { Caller } from '../../server/callers/caller.ts';
import type { Context } from '../../server/context.ts';
import type { QuerySchema } from '../../server/doors/read-query.ts';
import { mayDo, type OperatorVerb } from '../../server/rights.ts';
import { OperatorPage } from './operator-page.tsx';
import { pageQuery, type SearchParams } from './page-query.ts';

interface List<Query extends QuerySchema, Found extends { next: number | null }> {
  title: string;
  /** Of the page below `/operator`, and of the list below `/api/operator`. */
  path: string;
  right: OperatorVerb;
  /** Who takes it away as CSV. */
  exportRight: OperatorVerb;
  query: Query;
  read(context: Context, query: z.output<Query>, caller: Caller): Promise<Found>;
  filters(caller: Caller): readonly Filter[];
  rows(found: Found, caller: Caller, isFiltered: boolean): ReactNode;
  /** The newest come first otherwise. */
  byName?: true;
  /** The one action of the list, such as a new one. */
  action?(caller: Caller): ReactNode;
}

/** The page of a list of the console: filter, CSV, rows and further pages. */
export function listPage<Query extends QuerySchema, Found extends { next: number | null }>(
  list: List<Query, Found>,
) {
  const { title, path, right, exportRight } = list;
  const address = `/operator/${path}`;
  return function ConsoleList({ searchParams }: { searchParams: SearchParams }) {
    return (
      <OperatorPage title={title} right={right}>
        {async (context, caller) => {
          const filters = list.filters(caller);
          const lastDays = filters.flatMap(({ name, day }) => (day === 'last' ? name : []));
          const { query, given, asked } = await pageQuery(list.query, searchParams, lastDays);
          const found = await list.read(context, query, caller);
          return (
            <>
              <ListHead
                {...{ title, address, given, asked, filters }}
                csv={mayDo(caller, exportRight) ? `/api${address}` : undefined}
                action={list.action?.(caller)}
              />
              {list.rows(found, caller, Object.keys(given).length > 0)}
              <PageLinks address={address} given={given} next={found.next} byName={list.byName} />
            </>
          );
        }}
      </OperatorPage>
    );
  };
}

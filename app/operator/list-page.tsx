import type { ReactNode } from 'react';
import type { z } from 'zod';
import { ListHead } from '../../components/operator/parts/list-head.tsx';
import { PageLinks } from '../../components/operator/parts/rows.tsx';
import type { Filter } from '../../components/operator/parts/filter-bar.tsx';
import type { Finds } from '../../components/operator/parts/name-input.tsx';
import { type ListOrder, listOrder } from '../../components/operator/parts/list-order.ts';
import type { Next, OrderColumn } from '../../lib/operator/list-orders.ts';
import type { Caller } from '../../server/callers/caller.ts';
import type { Context } from '../../server/context.ts';
import type { QuerySchema } from '../../server/doors/read-query.ts';
import { mayDo, type OperatorVerb } from '../../server/rights.ts';
import { OperatorPage } from './operator-page.tsx';
import { pageQuery, type SearchParams } from './page-query.ts';

type Given = Record<string, string>;

interface List<Query extends QuerySchema, Found extends { next: Next }> {
  title: string;
  /** Of the page below `/operator`, and of the list below `/api/operator`. */
  path: string;
  right: OperatorVerb;
  /** Who takes it away as CSV. */
  exportRight: OperatorVerb;
  query: Query;
  read(context: Context, query: z.output<Query>, caller: Caller): Promise<Found>;
  filters(caller: Caller): readonly Filter[];
  rows(found: Found, caller: Caller, look: { isFiltered: boolean; order: ListOrder | undefined }): ReactNode;
  /** By what it can be ordered, the usual first. Otherwise the newest are first. */
  orders?: readonly OrderColumn[];
  /** A search by `q` has its own order. */
  isSearch?: true;
  /** Views above the filters, and the parameters that they set. */
  tabs?(found: Found, given: Given): ReactNode;
  fixed?: readonly string[];
  /** Beside the title. */
  pills?: ReactNode;
  /** The one action of the list, such as a new one. */
  action?(caller: Caller): ReactNode;
}

/** The page of a list of the console: filter, CSV, rows and further pages. */
export function listPage<Query extends QuerySchema, Found extends { next: Next }>(list: List<Query, Found>) {
  const { title, path, right, exportRight, orders, isSearch = false, fixed = [] } = list;
  const address = `/operator/${path}`;
  return function ConsoleList({ searchParams }: { searchParams: SearchParams }) {
    return (
      <OperatorPage title={title} right={right}>
        {async (context, caller) => {
          const filters = list.filters(caller);
          const lastDays = filters.flatMap(({ name, day }) => (day === 'last' ? name : []));
          const { query, given, asked } = await pageQuery(list.query, searchParams, lastDays);
          const found = await list.read(context, query, caller);
          const isByRelevance = isSearch && given['q'] !== undefined;
          const order = orders && listOrder(orders, address, given, isByRelevance);
          const isFiltered = Object.keys(given).some((name) => name !== 'sort');
          return (
            <>
              <ListHead
                {...{ title, address, given, asked, filters, order, pills: list.pills }}
                csv={mayDo(caller, exportRight) ? `/api${address}` : undefined}
                tabs={list.tabs?.(found, given)}
                fixed={Object.fromEntries(Object.entries(given).filter(([name]) => fixed.includes(name)))}
                action={list.action?.(caller)}
              />
              {list.rows(found, caller, { isFiltered, order })}
              <PageLinks {...{ address, given, next: found.next, order }} />
            </>
          );
        }}
      </OperatorPage>
    );
  };
}

const readers = {
  accounts: 'read-accounts',
  apis: 'read-offline-products',
  keys: 'read-accounts',
  people: 'read-people',
  products: 'read-offline-products',
} as const satisfies Record<Finds, OperatorVerb>;

/** The names that a filter suggests, to those who may read them. */
export function namesOf(caller: Caller, ...finds: Finds[]): Finds[] {
  return finds.filter((one) => mayDo(caller, readers[one]));
}

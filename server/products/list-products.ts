import { Problem } from '../../lib/problem/problem.ts';
import { rightSentence } from '../operator/rights.ts';
import type { Context } from '../portal/context.ts';
import { countFacets } from './count-facets.ts';
import type { ListQuery } from './list-query.ts';
import { orderProducts } from './order-products.ts';

/** A page of a list. Items and facets are JSON, as stored. */
export interface ListPage {
  items: string;
  total: number;
  facets: string | undefined;
}

export async function listProducts(
  context: Context,
  { seesOffline, only }: { seesOffline: boolean; only?: readonly number[] | null | undefined },
  query: ListQuery,
): Promise<ListPage> {
  if (query.status !== '1' && !seesOffline) {
    throw new Problem('forbidden', rightSentence('read-offline-products'), [
      { parameter: 'status', detail: `status is "${query.status}"; you can use 1 only` },
    ]);
  }
  const all = await orderProducts(context, query);
  const order = only ? all.filter((key) => only.includes(key)) : all;
  const from = (query.page - 1) * query.pageSize;
  const keys = [...order.subarray(from, from + query.pageSize)];
  return {
    items: await context.store.catalogue.productTexts(keys, query.view),
    total: order.length,
    facets: query.facets && (await countFacets(context, query)),
  };
}

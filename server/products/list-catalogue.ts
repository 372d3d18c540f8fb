import type { z } from 'zod';
import type { Context } from '../portal/context.ts';
import { countFacets } from './count-facets.ts';
import type { ListPage } from './list-products.ts';
import { listQuery } from './list-query.ts';
import { orderEntries } from './order-products.ts';

/** The query of `GET /api/catalogue`: that of the list of products, for online products only. */
export const catalogueQuery = listQuery.pick({
  page: true,
  pageSize: true,
  tag: true,
  q: true,
  sort: true,
  facets: true,
});

export type CatalogueQuery = z.output<typeof catalogueQuery>;

export interface CataloguePage extends ListPage {
  /** Of all entries, so many are APIs. */
  apis: number;
  /** The search with its misspelt words corrected. */
  readAs: string | undefined;
}

/** One page of the catalogue with each API as one entry. */
export async function listCatalogue(context: Context, query: CatalogueQuery): Promise<CataloguePage> {
  const { catalogue } = context.store;
  const filter = { ...query, status: '1' as const, type: undefined };
  const order = await orderEntries(context, filter);
  const from = (query.page - 1) * query.pageSize;
  return {
    items: catalogue.entryTexts([...order.subarray(from, from + query.pageSize)]),
    total: order.length,
    apis: order.reduce((count, key) => count + Number(key < 0), 0),
    readAs: query.q === undefined || order.length === 0 ? undefined : await catalogue.readAs(query.q),
    facets: query.facets && (await countFacets(context, filter)),
  };
}

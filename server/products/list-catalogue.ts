import type { z } from 'zod';
import type { Context } from '../portal/context.ts';
import { countFacets } from './count-facets.ts';
import type { ListPage } from './list-products.ts';
import { listQuery } from './list-query.ts';
import { orderEntries } from './order-products.ts';

/** The query of `GET /api/catalogue`: that of the product list, for online products only. */
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
  /** The number of APIs among the entries. */
  apis: number;
  /** The search after spelling correction. */
  readAs: string | undefined;
}

/** A page of the catalogue. Each API is one entry. */
export async function listCatalogue(context: Context, query: CatalogueQuery): Promise<CataloguePage> {
  const { catalogue } = context.store;
  const filter = { ...query, status: '1' as const, type: undefined };
  const order = await orderEntries(context, filter);
  const from = (query.page - 1) * query.pageSize;
  return {
    items: await catalogue.entryTexts([...order.subarray(from, from + query.pageSize)]),
    total: order.length,
    apis: order.reduce((count, key) => count + Number(key < 0), 0),
    readAs: query.q === undefined || order.length === 0 ? undefined : await catalogue.readAs(query.q),
    facets: query.facets && (await countFacets(context, filter)),
  };
}

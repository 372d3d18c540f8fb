import { z } from 'zod';
import type { Context } from '../portal/context.ts';
import { countFacets } from './count-facets.ts';
import type { ListPage } from './list-products.ts';
import { listQuery } from './list-query.ts';
import { orderEntries, orderProducts } from './order-products.ts';
import type { SearchReading } from '../store/catalogue.ts';

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
  /** How a search was understood, or what to try if it finds nothing. */
  search: Partial<SearchReading> & { instead?: Instead };
}

export interface Instead {
  words: string[];
  products: { slug: string; name: string }[];
}

const mostPopular = 4;
const named = z.array(z.object({ slug: z.string(), name: z.string() }));

/** Words of the catalogue that are like those of a search, and products that are called most, of `only` these if given. */
export async function findInstead(context: Context, q: string, only?: readonly number[]): Promise<Instead> {
  const { catalogue } = context.store;
  const all = await orderProducts(context, {
    type: undefined,
    tag: [],
    q: undefined,
    sort: 'popular',
    status: '1',
  });
  const keys = only ? all.filter((key) => only.includes(key)) : all;
  const cards = await catalogue.productTexts([...keys.subarray(0, mostPopular)], 'card');
  return { words: await catalogue.nearestWords(q), products: named.parse(JSON.parse(`[${cards}]`)) };
}

async function understood(
  context: Context,
  q: string | undefined,
  total: number,
): Promise<CataloguePage['search']> {
  if (q === undefined) return {};
  return total === 0 ? { instead: await findInstead(context, q) } : context.store.catalogue.readingOf(q);
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
    search: await understood(context, query.q, order.length),
    facets: query.facets && (await countFacets(context, filter)),
  };
}

import { type BufferedResponse, cacheableText } from '../http/response.ts';
import { portal } from '../portal/portal.ts';
import { listQuery } from './list-query.ts';
import { orderEntries } from './order-entries.ts';
import { pageLinks } from './page-links.ts';
import { planSearch } from './plan-search.ts';
import { productFacets } from './product-facets.ts';
import type { z } from 'zod';

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

/** One page of the catalogue with each API as one entry, as the JSON that is answered. */
export async function listCatalogue(query: CatalogueQuery): Promise<BufferedResponse> {
  const filter = { ...query, status: '1' as const, type: undefined };
  const order = await orderEntries(filter);
  const from = (query.page - 1) * query.pageSize;
  const items = portal().catalogue.readEntryTexts([...order.subarray(from, from + query.pageSize)]);
  const apis = order.reduce((count, key) => count + Number(key < 0), 0);
  const facets = query.facets ? `,"facets":${await productFacets(filter)}` : '';
  const link = pageLinks('/api/catalogue', query, order.length);
  const search = query.q === undefined || order.length === 0 ? undefined : await planSearch(query.q);
  const readAs =
    search?.kind === 'words' && search.readAs ? `,"readAs":${JSON.stringify(search.readAs)}` : '';
  const text = `{"list":[${items}],"total":${order.length},"apis":${apis}${readAs}${facets}}`;
  return cacheableText(text, 'application/json', { link });
}

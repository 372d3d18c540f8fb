import { parseJson } from '../../lib/json/json.ts';
import { type CardList, cardList } from '../../lib/product/card-list.ts';
import { type CatalogueView, pageSizeOf } from '../../lib/product/catalogue-view.ts';
import type { Context } from '../context.ts';
import { listCatalogue } from '../products/list-catalogue.ts';

export async function readCards(context: Context, view: CatalogueView): Promise<CardList> {
  const { q, tags, page, sort } = view;
  const query = { page, pageSize: pageSizeOf(view), tag: tags, sort, facets: '1' as const };
  const listed = await listCatalogue(context, { ...query, q: q === '' ? undefined : q });
  const { items, facets = '[]', search, ...rest } = listed;
  // Cards and facets are stored as JSON.
  return cardList.parse({ ...rest, ...search, list: parseJson(`[${items}]`), facets: parseJson(facets) });
}

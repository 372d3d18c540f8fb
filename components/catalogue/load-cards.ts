import type { CardList } from '../../lib/product/card-list.ts';
import { type CatalogueView, listQuery } from '../../lib/product/catalogue-view.ts';
import { fetchJson } from '../fetch-json.ts';

export async function loadCards(view: CatalogueView, signal: AbortSignal): Promise<CardList> {
  const { facets = [], ...cards } = await fetchJson('GET /api/catalogue', { query: listQuery(view), signal });
  return { ...cards, facets };
}

import { type CardList, cardList } from '../../lib/product/card-list.ts';
import { type CatalogueView, listAddress } from '../../lib/product/catalogue-view.ts';
import { fetchJson } from '../fetch-json.ts';

export function loadCards(view: CatalogueView, signal: AbortSignal): Promise<CardList> {
  return fetchJson(listAddress(view), cardList, signal);
}

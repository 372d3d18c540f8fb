import { type CardList, cardList } from '../../lib/product/card-list.ts';
import { type CatalogueView, listAddress } from '../../lib/product/catalogue-view.ts';
import { readQuery } from '../http/read-query.ts';
import { catalogueQuery, listCatalogue } from './list-catalogue.ts';

/** What the browser would get from the portal for this view, without the way over HTTP. */
export async function readCards(view: CatalogueView): Promise<CardList> {
  const { searchParams } = new URL(listAddress(view), 'http://portal');
  const { payload } = await listCatalogue(readQuery(catalogueQuery, searchParams));
  return cardList.parse(JSON.parse(payload.toString()));
}

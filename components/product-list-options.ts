import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type CatalogueView, listAddress } from '../lib/catalogue-view.ts';
import { cardList } from '../lib/product.ts';
import { fetchJson } from './fetch-json.ts';

export function productListOptions(view: CatalogueView) {
  return queryOptions({
    queryKey: ['products', view],
    queryFn: ({ signal }) => fetchJson(listAddress(view), cardList, signal),
    placeholderData: keepPreviousData,
  });
}

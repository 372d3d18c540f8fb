import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type CatalogueView, listQuery } from '../../lib/product/catalogue-view.ts';
import { loaded } from '../loaded.ts';

export function productListOptions(view: CatalogueView) {
  return queryOptions({
    // The server does not need the layout.
    queryKey: ['public', 'products', listQuery(view)],
    queryFn: async ({ signal }) => (await loader()).loadCards(view, signal),
    placeholderData: keepPreviousData,
  });
}

/** The server renders the first list, so the code that loads further lists comes later. */
export function loader(): Promise<typeof import('./load-cards.ts')> {
  return loaded(import('./load-cards.ts'));
}

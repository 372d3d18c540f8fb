import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type CatalogueView, listAddress } from '../../lib/product/catalogue-view.ts';
import { loaded } from '../loaded.ts';

export function productListOptions(view: CatalogueView) {
  return queryOptions({
    // The layout of a view is the page's own affair.
    queryKey: ['products', listAddress(view)],
    queryFn: async ({ signal }) => (await loader()).loadCards(view, signal),
    placeholderData: keepPreviousData,
  });
}

/** The page comes with its list: what asks for another, and the schemas that read it, are loaded with the first. */
export function loader(): Promise<typeof import('./load-cards.ts')> {
  return loaded(import('./load-cards.ts'));
}

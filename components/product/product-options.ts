import { queryOptions } from '@tanstack/react-query';
import { product } from '../../lib/product.ts';
import { fetchJson } from '../fetch-json.ts';

/** Its documentation is read on the page, and never asked for by the browser. */
const shownProduct = product.omit({ doc: true });

export function productOptions(slug: string) {
  return queryOptions({
    queryKey: ['product', slug],
    queryFn: ({ signal }) =>
      fetchJson(`/api/product/info?id=${encodeURIComponent(slug)}`, shownProduct, signal),
  });
}

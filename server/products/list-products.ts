import { Problem } from '../../lib/problem/problem.ts';
import { type BufferedResponse, cacheableText } from '../http/response.ts';
import { portal } from '../portal/portal.ts';
import type { ListQuery } from './list-query.ts';
import { orderProducts } from './order-products.ts';
import { pageLinks } from './page-links.ts';
import { productFacets } from './product-facets.ts';

/** One page of the catalogue, as the JSON that is answered. */
export async function listProducts(
  query: ListQuery,
  isOperator: () => Promise<boolean> = async () => false,
): Promise<BufferedResponse> {
  if (query.status !== '1' && !(await isOperator())) {
    throw new Problem('forbidden', 'Only operators can list offline products.', [
      { parameter: 'status', detail: `status is "${query.status}"; you can use 1 only` },
    ]);
  }
  const order = await orderProducts(query);
  const from = (query.page - 1) * query.pageSize;
  const items = portal().catalogue.readProductTexts(
    [...order.subarray(from, from + query.pageSize)],
    query.view,
  );
  const facets = query.facets ? `,"facets":${await productFacets(query)}` : '';
  const link = pageLinks('/api/product/list', query, order.length);
  const seenByAll = query.status === '1';
  return cacheableText(`{"list":[${items}],"total":${order.length}${facets}}`, 'application/json', {
    link,
    ...(!seenByAll && { 'cache-control': 'no-store, private' }),
  });
}

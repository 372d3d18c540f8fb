import { Problem } from '../../lib/problem.ts';
import { type Prepared, prepareText } from '../answer.ts';
import { portal } from '../portal.ts';
import type { ListQuery } from './list-query.ts';
import { orderProducts } from './order-products.ts';
import { productFacets } from './product-facets.ts';

/** One page of the catalogue, as the JSON that is answered. */
export async function listProducts(
  query: ListQuery,
  isOperator: () => Promise<boolean> = async () => false,
): Promise<Prepared> {
  if (query.status !== '1' && !(await isOperator())) {
    throw new Problem('forbidden', 'Only operators can list offline products.', [
      { parameter: 'status', detail: `status is "${query.status}"; you can use 1 only` },
    ]);
  }
  const order = await orderProducts(query);
  const from = (query.page - 1) * query.pageSize;
  const items = portal().readProductTexts([...order.subarray(from, from + query.pageSize)], query.view);
  const facets = query.facets ? `,"facets":${await productFacets(query)}` : '';
  const link = pageLinks(query, Math.max(1, Math.ceil(order.length / query.pageSize)));
  const seenByAll = query.status === '1';
  return prepareText(`{"list":[${items}],"total":${order.length}${facets}}`, 'application/json', {
    link,
    ...(!seenByAll && { 'cache-control': 'no-store, private' }),
  });
}

/** RFC 8288: the pages around this one, as the same question with another page. */
function pageLinks(query: ListQuery, last: number): string {
  const { page } = query;
  const pages = {
    first: 1,
    ...(page > 1 && { prev: Math.min(page - 1, last) }),
    ...(page < last && { next: page + 1 }),
    last,
  };
  return Object.entries(pages)
    .map(([relation, target]) => `<${listAddress({ ...query, page: target })}>; rel="${relation}"`)
    .join(', ');
}

function listAddress({ tag, status, ...query }: ListQuery): string {
  const parameters = new URLSearchParams(status === '1' ? {} : { status });
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value));
  for (const slug of tag) parameters.append('tag', slug);
  return `/api/product/list?${parameters}`;
}

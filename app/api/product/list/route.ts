import { endpoint } from '../../../../server/http/endpoint.ts';
import { isOperator } from '../../../../server/http/identify.ts';
import { productListResponse } from '../../../../server/http/list-response.ts';
import { listProducts } from '../../../../server/products/list-products.ts';
import { listQuery } from '../../../../server/products/list-query.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: listQuery,
  // Only operators may see what is offline, and what is popular depends on the day.
  isCached: ({ status, sort }) => status === '1' && sort !== 'popular',
  handle: async ({ context, query, request, connection }) => {
    const operator = query.status !== '1' && (await isOperator(context, request, connection));
    return productListResponse(query, await listProducts(context, { operator }, query));
  },
});

import { endpoint } from '../../../../server/http/endpoint.ts';
import { mayOperate } from '../../../../server/http/identify.ts';
import { productListResponse } from '../../../../server/http/list-response.ts';
import { listProducts } from '../../../../server/products/list-products.ts';
import { listQuery } from '../../../../server/products/list-query.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: listQuery,
  // Only operators may see what is offline, and what is popular depends on the day.
  isCached: ({ status, sort }) => status === '1' && sort !== 'popular',
  handle: async ({ context, query, request, connection }) => {
    const seesOffline =
      query.status !== '1' && (await mayOperate(context, request, connection, 'read-offline-products'));
    return productListResponse(query, await listProducts(context, { seesOffline }, query));
  },
});

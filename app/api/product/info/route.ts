import { endpoint } from '../../../../server/http/endpoint.ts';
import { infoQuery, productInfo } from '../../../../server/products/product-info.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: infoQuery,
  kept: true,
  handle: ({ query }) => productInfo(query),
});

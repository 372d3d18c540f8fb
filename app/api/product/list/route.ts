import { endpoint } from '../../../../server/endpoint.ts';
import { listProducts } from '../../../../server/products/list-products.ts';
import { listQuery } from '../../../../server/products/list-query.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: listQuery,
  kept: true,
  handle: ({ query }) => listProducts(query),
});

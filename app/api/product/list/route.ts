import { isOperator } from '../../../../server/callers/caller.ts';
import { endpoint } from '../../../../server/http/endpoint.ts';
import { listProducts } from '../../../../server/products/list-products.ts';
import { listQuery } from '../../../../server/products/list-query.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: listQuery,
  // Who may see what is offline depends on who asks, and what is popular on the day, however the letters of the
  // parameter are written.
  kept: (address) => !/status|popular|%[67]/.test(address),
  handle: ({ query, request, connection }) =>
    listProducts(query, () => isOperator(request, connection.address)),
});

import { isOperator } from '../../../../server/callers/principal.ts';
import { endpoint } from '../../../../server/endpoint.ts';
import { listProducts } from '../../../../server/products/list-products.ts';
import { listQuery } from '../../../../server/products/list-query.ts';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  query: listQuery,
  // Who may see what is offline depends on who asks, and what is popular on the day, however the letters of the
  // parameter are written.
  kept: (address) => !/status|popular|%[67]/.test(address),
  handle: ({ query, request, arrival }) => listProducts(query, () => isOperator(request, arrival.address)),
});
